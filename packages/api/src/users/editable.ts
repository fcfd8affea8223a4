import type { ReadDb, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import {
  type ContactField,
  knownReason,
  MANUAL_ADJUSTMENT_REASONS,
} from "@countinghouse/validators/edit-user/rules";
import type { GetEditForm, LoanTerms } from "@countinghouse/validators/edit-user/schemas";
import { seesWhole, shownTo } from "@countinghouse/validators/masking";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { offerExpiry } from "../applications/facts.ts";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { centsOrNull, dayOrNull } from "../stored-values.ts";
import type { WithOfferLimit } from "./edit.ts";
import { editProgress } from "./edit-crm.ts";
import { readPaidOut, standingPayments } from "./edit-schedule.ts";

/** Returns the current customer and newest application for the edit-user form. Throws NOT_FOUND. */
export async function readEditable(
  db: Pick<ReadDb, "application" | "user" | "paymentAllocation" | "paymentIntent" | "paymentSchedule"> | Tx,
  vault: Vault,
  userId: number,
  now: Date,
) {
  const { applications, einSealed, ...user } = found(
    await db.user.findUnique({ where: { id: userId }, select: EDITABLE }),
    unknownUser(userId),
  );
  const [row] = applications;
  const place = { table: "users", column: "ein_sealed", rowId: userId };
  const contact: Record<ContactField, string> = {
    email: user.email,
    currentAddress: user.currentAddress,
    zipcode: user.zipcode,
    city: user.city,
    state: user.state,
    companyName: user.companyName,
    einTax: einSealed === null ? "" : vault.open(place, einSealed),
    phone: user.phone,
  };
  return {
    userId,
    version: user.version,
    customer: {
      id: userId,
      firstname: user.firstname,
      lastname: user.lastname,
      businessName: user.businessName,
    },
    /** The id of the customer in the CRM; empty when there is none. */
    zohoId: user.zohoId.trim(),
    contact,
    application: row ? await toEditable(db, row, now) : null,
  };
}

export type Editable = Awaited<ReturnType<typeof readEditable>>;
export type EditableApplication = NonNullable<Editable["application"]>;

const EDITABLE = {
  version: true,
  firstname: true,
  lastname: true,
  businessName: true,
  zohoId: true,
  email: true,
  phone: true,
  currentAddress: true,
  city: true,
  state: true,
  zipcode: true,
  companyName: true,
  einSealed: true,
  applications: { orderBy: { id: "desc" }, take: 1 },
} as const;

type Applications = Awaited<ReturnType<ReadDb["application"]["findMany"]>>;

async function toEditable(
  db: Pick<ReadDb, "application" | "paymentAllocation" | "paymentIntent" | "paymentSchedule"> | Tx,
  row: Applications[number],
  now: Date,
) {
  const terms: LoanTerms = {
    approvedAmountCents: centsOrNull(row.approvedAmountCents),
    discountAmountCents: centsOrNull(row.discountAmountCents),
    paybackAmountCents: centsOrNull(row.paybackAmountCents),
    paymentAmountCents: centsOrNull(row.paymentAmountCents),
    ofeeRate: String(Number(row.ofeeRate)),
    paymentTerms: row.termsCalculation,
    firstPaymentDate: dayOrNull(row.firstPaymentDate),
    discountDate: dayOrNull(row.discountDate),
    fundsDispersedOption: row.fundsDispersedOption,
  };
  return {
    id: row.id,
    version: row.version,
    ...offerExpiry(row, now),
    isRenewed: row.isRenewed,
    fundedOn: row.fundedAt && newYorkDate(row.fundedAt),
    contractSignedOn: row.isContractSigned && row.contractSignedAt ? newYorkDate(row.contractSignedAt) : null,
    initialApprovedAmountCents: centsOrNull(row.originalApprovedAmountCents),
    terms,
    disbursementFeeCents: Number(row.disbursementFeeCents),
    disbursementAmountCents: centsOrNull(row.disbursementAmountCents),
    manualAdjustmentReason: knownReason(row.manualAdjustmentReason),
    payments: await standingPayments(db, row.id),
    paidOut: await readPaidOut(db, row.id),
  };
}

/**
 * Returns the data of the edit-user form (specification 1, section 2), amounts in cents: values with versions, payments of the newest
 * application, limits, reasons, and the progress of the last edit in the CRM. The role decides about the EIN. Throws NOT_FOUND.
 */
export async function getEditForm(ctx: AdminCtx<WithOfferLimit>, { userId }: GetEditForm) {
  const [editable, crm] = await Promise.all([
    readEditable(ctx.db, ctx.services.vault, userId, ctx.now()),
    editProgress(ctx.db, userId),
  ]);
  const { einTax } = editable.contact;
  const isWhole = seesWhole(ctx.actor.role, "ein");
  return {
    ...editable,
    contact: { ...editable.contact, einTax: isWhole ? einTax : "" },
    /** The masked EIN for a role that does not see it in full, else null. An empty field leaves the EIN unchanged. */
    einMasked: isWhole || einTax === "" ? null : shownTo(ctx.actor.role, "ein", einTax),
    maximumOfferLimitCents: ctx.services.maximumOfferLimitCents,
    manualAdjustmentReasons: MANUAL_ADJUSTMENT_REASONS.map((reason) => ({ reason })),
    crm,
  };
}
