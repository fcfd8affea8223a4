import type { ApplicationStage, Tx } from "@countinghouse/db";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { IMPORTED_KINDS } from "../../ledger/discount.ts";
import { postLedgerTransaction, receivableOf } from "../../ledger/post.ts";
import { businessKey } from "../../payments/business-key.ts";
import { externalKey } from "../candidate.ts";
import type { CustomerBook } from "./customer-book.ts";
import { BEFORE_THE_MOVE, momentOfText, type Target, writeIntents } from "./write-intents.ts";

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));
const centsOf = (row: BookRow, field: string): number | null =>
  row[field] === undefined ? null : Number(row[field]);
const dayOf = (row: BookRow, field: string): Date | null =>
  row[field] === undefined ? null : new Date(String(row[field]));
const momentOf = (row: BookRow, field: string): Date | null =>
  row[field] === undefined ? null : momentOfText(String(row[field]));

/** How long an application that is imported open may be funded, where the file does not say it. */
const OPEN_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Writes the applications of a customer with their offers and instalments; what was paid out is owed from the day it was.
 * What is there already stays. Returns all ids by the ids of the source, and how many were written.
 */
export async function writeApplications(
  tx: Tx,
  target: Target,
  book: CustomerBook,
): Promise<{ ids: Map<string, number>; written: number }> {
  const keys = book.applications.map((row) => keyIn(target, row));
  const known = await tx.application.findMany({
    where: { importKey: { in: keys } },
    select: { id: true, importKey: true },
  });
  const ids = new Map(known.map(({ id, importKey }) => [importKey ?? "", id]));
  for (const row of book.applications) {
    const key = keyIn(target, row);
    if (ids.has(key)) continue;
    const id = await writeApplication(tx, target, row);
    ids.set(key, id);
    const own = (other: BookRow) => text(other, "applicationId") === text(row, "applicationId");
    await writeOffers(tx, id, book.offers.filter(own));
    await writeSchedules(tx, target, id, book.schedules.filter(own));
    if (row.fundedOn !== undefined) await writeAdvance(tx, target, id, row);
  }
  return {
    ids: new Map(
      book.applications.map((row) => [text(row, "applicationId"), ids.get(keyIn(target, row)) ?? 0]),
    ),
    written: ids.size - known.length,
  };
}

const keyIn = ({ source }: Target, row: BookRow): string => externalKey(source, text(row, "applicationId"));

async function writeApplication(tx: Tx, target: Target, row: BookRow): Promise<number> {
  const { userId, now } = target;
  const funded = row.fundedOn !== undefined;
  const stage = (funded ? "funded" : text(row, "stage") || "started") as ApplicationStage;
  const signedAt = momentOf(row, "contractSignedOn");
  const { id } = await tx.application.create({
    data: {
      userId,
      importKey: keyIn(target, row),
      stage,
      alloyStatus: STATUS_OF_STAGE[stage],
      workflowUsed: text(row, "workflowUsed") || "Gig Worker",
      expiresAt: momentOf(row, "expiresOn") ?? new Date(now.getTime() + OPEN_DAYS * DAY_MS),
      fundedAt: momentOf(row, "fundedOn"),
      originalApprovedAmountCents: centsOf(row, "approvedAmount"),
      approvedAmountCents: centsOf(row, "approvedAmount"),
      paybackAmountCents: centsOf(row, "paybackAmount"),
      paymentAmountCents: centsOf(row, "paymentAmount"),
      discountAmountCents: centsOf(row, "discountAmount"),
      disbursementAmountCents: centsOf(row, "disbursementAmount"),
      disbursementFeeCents: centsOf(row, "disbursementFee") ?? 0,
      ...(row.ofeeRate === undefined ? {} : { ofeeRate: String(row.ofeeRate) }),
      firstPaymentDate: dayOf(row, "firstPaymentDate"),
      lastPaymentDate: dayOf(row, "lastPaymentDate"),
      discountDate: dayOf(row, "discountDate"),
      declineReason: text(row, "declineReason"),
      isContractSigned: signedAt !== null,
      contractSignedAt: signedAt,
      dealId: text(row, "dealId"),
      createdAt: momentOf(row, "createdOn") ?? momentOf(row, "fundedOn") ?? now,
    },
    select: { id: true },
  });
  return id;
}

const STATUS_OF_STAGE = {
  started: "Pending",
  underwriting: "Pending",
  offered: "Approved",
  contracted: "Approved",
  funded: "Approved",
  declined: "Denied",
} as const satisfies Record<ApplicationStage, string>;

const writeOffers = (tx: Tx, applicationId: number, offers: readonly BookRow[]) =>
  tx.offer.createMany({
    data: offers.map((row) => ({
      applicationId,
      optimized: row.optimized === true,
      approvedAmountCents: Number(row.approvedAmount),
      paybackMultiplier: String(row.paybackMultiplier),
      selected: row.selected === true,
    })),
    skipDuplicates: true,
  });

const writeSchedules = (tx: Tx, { userId }: Target, applicationId: number, schedules: readonly BookRow[]) =>
  tx.paymentSchedule.createMany({
    data: schedules.map((row) => ({
      userId,
      applicationId,
      paymentDate: new Date(text(row, "dueOn")),
      amountCents: Number(row.amount),
    })),
    skipDuplicates: true,
  });

/** The advance is written as the funding it was, so that it is not paid out once more; nothing of it is ever asked after. */
async function writeAdvance(tx: Tx, target: Target, applicationId: number, row: BookRow): Promise<void> {
  const paybackCents = Number(row.paybackAmount);
  const fundedAt = momentOfText(text(row, "fundedOn"));
  const day = newYorkDate(fundedAt);
  const key = businessKey.funding(applicationId, 1);
  const intent = {
    businessKey: key,
    kind: "FUND",
    paymentType: "CREDIT",
    applicationId,
    amountCents: centsOf(row, "disbursementAmount") ?? centsOf(row, "approvedAmount") ?? paybackCents,
    day,
  } as const;
  const ids = await writeIntents(tx, target, [intent], ["READY", "SENDING", "SUCCEEDED"]);
  const intentId = ids.get(key) ?? "";
  await tx.paymentIntent.update({ where: { id: intentId }, data: { postFundedAt: fundedAt } });
  const postings = [
    { account: receivableOf(target.userId), amountCents: paybackCents },
    { account: BEFORE_THE_MOVE, amountCents: -paybackCents },
  ];
  await postLedgerTransaction(
    tx,
    { intentId, kind: IMPORTED_KINDS.advance, effectiveOn: new Date(day) },
    postings,
    null,
  );
}
