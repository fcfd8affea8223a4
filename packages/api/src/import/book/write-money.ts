import type { ApplicationStage, PaymentState, Tx } from "@countinghouse/db";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import { type Posting, paymentPostings, postLedgerTransaction, receivableOf } from "../../ledger/post.ts";
import { businessKey } from "../../payments/business-key.ts";
import { moveIntent } from "../../payments/state.ts";
import { externalKey } from "../candidate.ts";
import type { CustomerBook, Movement } from "./customer-book.ts";

/** Whose book is written, and from where it comes. */
export interface Target {
  userId: number;
  /** The customer's id in the source. */
  customer: string;
  source: string;
  /** In whose name: the admin of the import. */
  adminId: string;
  now: Date;
}

/** The other side of everything that was before the move: it stands in the books of the lender's former system. */
const BEFORE_THE_MOVE: Posting["account"] = { code: "opening:before-import", type: "LIABILITY" };

/** What was let off before the move: it shortens the schedule at its end. */
export const ADJUSTED = "Imported Adjustment";

/** How the provider of an attempt is called that was never made from here. */
const IMPORTED = "import";

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));
const centsOf = (row: BookRow, field: string): number | null =>
  row[field] === undefined ? null : Number(row[field]);
const dayOf = (row: BookRow, field: string): Date | null =>
  row[field] === undefined ? null : new Date(String(row[field]));
/** A moment as it is said, or when a day began in New York. */
export const momentOfText = (said: string): Date => (said.includes("T") ? new Date(said) : startOfDay(said));
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
  const intentId = await writeIntent(tx, target, {
    businessKey: businessKey.funding(applicationId, 1),
    kind: "FUND",
    paymentType: "CREDIT",
    applicationId,
    amountCents: centsOf(row, "disbursementAmount") ?? centsOf(row, "approvedAmount") ?? paybackCents,
    day,
    path: ["READY", "SENDING", "SUCCEEDED"],
  });
  await tx.paymentIntent.update({ where: { id: intentId }, data: { postFundedAt: fundedAt } });
  const postings = [
    { account: receivableOf(target.userId), amountCents: paybackCents },
    { account: BEFORE_THE_MOVE, amountCents: -paybackCents },
  ];
  await postLedgerTransaction(
    tx,
    { intentId, kind: "imported-advance", effectiveOn: new Date(day) },
    postings,
    null,
  );
}

/** Writes what a customer paid before the move, the oldest first, each with what it did to the instalments. */
export async function writeMovements(
  tx: Tx,
  target: Target,
  movements: readonly Movement[],
  applications: ReadonlyMap<string, number>,
): Promise<number> {
  const keyed = movements.map((movement) => ({ movement, key: movementKey(target, movement) }));
  const known = await tx.paymentIntent.findMany({
    where: { businessKey: { in: keyed.map(({ key }) => key) } },
    select: { businessKey: true },
  });
  const there = new Set(known.map((intent) => intent.businessKey));
  const fresh = keyed
    .filter(({ key }) => !there.has(key))
    .sort((one, other) => (one.movement.day < other.movement.day ? -1 : 1));
  for (const { movement, key } of fresh) {
    await writeMovement(tx, target, movement, key, applications.get(movement.application) ?? null);
  }
  return fresh.length;
}

const movementKey = ({ source, customer }: Target, { id, isOpening }: Movement): string =>
  isOpening ? businessKey.openingBalance(source, customer) : businessKey.imported(source, id);

const PATHS: Readonly<Record<Movement["outcome"], PaymentState[]>> = {
  paid: ["READY", "SENDING", "SUCCEEDED"],
  failed: ["READY", "SENDING", "FAILED"],
  returned: ["READY", "SENDING", "SUBMITTED", "SETTLED", "RETURNED"],
};

async function writeMovement(
  tx: Tx,
  target: Target,
  movement: Movement,
  key: string,
  applicationId: number | null,
): Promise<void> {
  const { userId } = target;
  const { owedCents, day, outcome, mode, description, returnCode } = movement;
  const paymentType = owedCents < 0 ? "DEBIT" : "CREDIT";
  const amountCents = Math.abs(owedCents);
  const id = await writeIntent(tx, target, {
    businessKey: key,
    kind: "MANUAL",
    paymentType,
    applicationId,
    amountCents,
    day,
    path: PATHS[outcome],
    failureCode: returnCode,
  });
  await tx.manualPayment.create({
    data: {
      intentId: id,
      lineItemType: lineItemOf(movement),
      modeOfPayment: mode,
      transactionType: "Other",
      description,
      isExternal: false,
    },
  });
  if (outcome === "failed") return;
  const kind = movement.isOpening ? "opening-balance" : "imported-payment";
  const allocation = { paymentId: id, from: movement.appliesTo };
  const postings = paymentPostings(userId, paymentType, amountCents, BEFORE_THE_MOVE);
  const transaction = { intentId: id, kind, effectiveOn: new Date(day) };
  const transactionId = await postLedgerTransaction(tx, transaction, postings, allocation);
  if (outcome !== "returned") return;
  const opposite = postings.map((posting) => ({ ...posting, amountCents: -posting.amountCents }));
  const back = {
    intentId: id,
    kind: "return",
    effectiveOn: new Date(movement.returnedOn),
    reversesId: transactionId,
  };
  await postLedgerTransaction(tx, back, opposite, allocation);
}

function lineItemOf({ isOpening, owedCents, appliesTo }: Movement): string {
  if (isOpening) return "Opening Balance";
  return owedCents < 0 && appliesTo === "newest" ? ADJUSTED : "Imported Payment";
}

interface ImportedIntent {
  businessKey: string;
  kind: "FUND" | "MANUAL";
  paymentType: "DEBIT" | "CREDIT";
  applicationId: number | null;
  amountCents: number;
  day: string;
  path: PaymentState[];
  failureCode?: string;
}

async function writeIntent(tx: Tx, { userId, adminId }: Target, intent: ImportedIntent): Promise<string> {
  const { day, path, failureCode = "", ...facts } = intent;
  const at = startOfDay(day);
  const { id } = await tx.paymentIntent.create({
    data: {
      ...facts,
      userId,
      createdById: adminId,
      createdAt: at,
      failureCode,
      attempts: {
        create: {
          sequence: 1,
          provider: IMPORTED,
          providerKey: facts.businessKey,
          outcome: path.find((state) => state !== "READY" && state !== "SENDING") ?? "SUCCEEDED",
          sentAt: at,
          finishedAt: at,
        },
      },
    },
    select: { id: true },
  });
  await moveIntent(tx, id, "CREATED", path);
  return id;
}
