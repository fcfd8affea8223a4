import type { Prisma } from "@countinghouse/db";
import type { LedgerRow } from "@countinghouse/providers/ledger-sheet/port";
import { centsToInput } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { toIsoDay } from "../stored-values.ts";

/** What the row says of the customer. */
export const SHEET_USER = {
  id: true,
  uniqueId: true,
  firstname: true,
  lastname: true,
  businessName: true,
  companyName: true,
  email: true,
  phone: true,
  currentAddress: true,
  city: true,
  state: true,
  zipcode: true,
  occupation: true,
  platform: true,
  refUserId: true,
} as const satisfies Prisma.UserSelect;

/** What it says of the newest application. */
export const SHEET_APPLICATION = {
  id: true,
  stage: true,
  alloyStatus: true,
  workflowUsed: true,
  approvedAmountCents: true,
  paybackAmountCents: true,
  paymentAmountCents: true,
  disbursementAmountCents: true,
  disbursementFeeCents: true,
  fundsDispersedOption: true,
  firstPaymentDate: true,
  lastPaymentDate: true,
  fundedAt: true,
} as const satisfies Prisma.ApplicationSelect;

/** An account that is new here, by whom it was written down, and whose it is. */
export interface NewAccount {
  at: Date;
  /** Who wrote it down. */
  by: string;
  user: Prisma.UserGetPayload<{ select: typeof SHEET_USER }>;
  application: Prisma.ApplicationGetPayload<{ select: typeof SHEET_APPLICATION }> | null;
  account: { id: number; name: string; type: string; subtype: string; routing: string; mask: string };
}

/**
 * The thirty-five cells of the New Accounts sheet (specification 2, section 9): the day in New York, fifteen of the
 * customer, thirteen of the application with its amounts in dollars, five of the account with the last four digits of
 * its number, and who added it.
 */
export function newAccountSheetRow({ at, by, user, application, account }: NewAccount): LedgerRow {
  const cells = [
    newYorkDate(at),
    user.id,
    user.uniqueId,
    user.firstname,
    user.lastname,
    user.businessName,
    user.companyName,
    user.email,
    user.phone,
    user.currentAddress,
    user.city,
    user.state,
    user.zipcode,
    user.occupation,
    user.platform,
    user.refUserId ?? "",
    application?.id ?? "",
    application?.stage ?? "",
    application?.alloyStatus ?? "",
    application?.workflowUsed ?? "",
    dollars(application?.approvedAmountCents),
    dollars(application?.paybackAmountCents),
    dollars(application?.paymentAmountCents),
    dollars(application?.disbursementAmountCents),
    dollars(application?.disbursementFeeCents),
    application?.fundsDispersedOption ?? "",
    day(application?.firstPaymentDate),
    day(application?.lastPaymentDate),
    application?.fundedAt ? newYorkDate(application.fundedAt) : "",
    account.name,
    account.type,
    account.subtype,
    account.routing,
    account.mask,
    by,
  ];
  return { rowId: `bank-account-${account.id}`, cells };
}

const dollars = (cents: bigint | null | undefined): number | "" =>
  cents === null || cents === undefined ? "" : Number(centsToInput(Number(cents)));

const day = (date: Date | null | undefined): string => (date ? toIsoDay(date) : "");
