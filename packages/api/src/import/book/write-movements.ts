import type { PaymentState, Tx } from "@countinghouse/db";
import { IMPORTED_KINDS } from "../../ledger/discount.ts";
import { type Payment, paymentPostings, postLedgerTransaction, postPayments } from "../../ledger/post.ts";
import { businessKey } from "../../payments/business-key.ts";
import type { Movement } from "./customer-book.ts";
import { BEFORE_THE_MOVE, type Target, writeIntents } from "./write-intents.ts";

/** What was let off before the move: it shortens the schedule at its end. */
export const ADJUSTED = "Imported Adjustment";

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
  for (const run of runsOf(fresh)) await writeRun(tx, target, run, applications);
  return fresh.length;
}

const movementKey = ({ source, customer }: Target, { id, isOpening }: Movement): string =>
  isOpening ? businessKey.openingBalance(source, customer) : businessKey.imported(source, id);

const PATHS: Readonly<Record<Movement["outcome"], PaymentState[]>> = {
  paid: ["READY", "SENDING", "SUCCEEDED"],
  failed: ["READY", "SENDING", "FAILED"],
  returned: ["READY", "SENDING", "SUBMITTED", "SETTLED", "RETURNED"],
};

/** Those that can be written together: payments that were made, one after the other; every other one is by itself. */
function runsOf(movements: readonly Keyed[]): Keyed[][] {
  const runs: Keyed[][] = [];
  for (const keyed of movements) {
    const run = runs.at(-1);
    const isAlike = run?.every(({ movement }) => isPayment(movement)) && isPayment(keyed.movement);
    if (run && isAlike) run.push(keyed);
    else runs.push([keyed]);
  }
  return runs;
}

interface Keyed {
  movement: Movement;
  key: string;
}

const isPayment = ({ outcome, owedCents }: Movement): boolean => outcome === "paid" && owedCents < 0;

async function writeRun(
  tx: Tx,
  target: Target,
  run: readonly Keyed[],
  applications: ReadonlyMap<string, number>,
): Promise<void> {
  const [first] = run;
  if (first === undefined) return;
  const { outcome } = first.movement;
  const intents = run.map(({ movement, key }) => ({
    businessKey: key,
    kind: "MANUAL" as const,
    paymentType: typeOf(movement),
    applicationId: applications.get(movement.application) ?? null,
    amountCents: Math.abs(movement.owedCents),
    day: movement.day,
    failureCode: movement.returnCode,
  }));
  const ids = await writeIntents(tx, target, intents, PATHS[outcome]);
  const idOf = (key: string) => ids.get(key) ?? "";
  await tx.manualPayment.createMany({
    data: run.map(({ movement, key }) => ({
      intentId: idOf(key),
      lineItemType: lineItemOf(movement),
      modeOfPayment: movement.mode,
      transactionType: "Other",
      description: movement.description,
      isExternal: false,
    })),
  });
  if (outcome === "failed") return;
  const payments = run.map(({ movement, key }) => paymentOf(target, movement, idOf(key)));
  if (run.every(({ movement }) => isPayment(movement))) await postPayments(tx, target.userId, payments);
  else for (const payment of payments) await postAlone(tx, payment, first.movement);
}

const typeOf = ({ owedCents }: Movement): "DEBIT" | "CREDIT" => (owedCents < 0 ? "DEBIT" : "CREDIT");

function paymentOf({ userId }: Target, movement: Movement, intentId: string): Payment {
  const { day, isOpening, owedCents, appliesTo } = movement;
  return {
    transaction: {
      intentId,
      kind: isOpening ? IMPORTED_KINDS.opening : IMPORTED_KINDS.payment,
      effectiveOn: new Date(day),
    },
    postings: paymentPostings(userId, typeOf(movement), Math.abs(owedCents), BEFORE_THE_MOVE),
    allocation: { paymentId: intentId, from: appliesTo },
  };
}

/** One that raises what is owed, or that came back: it is posted, and taken back by another of its day. */
async function postAlone(tx: Tx, payment: Payment, { outcome, returnedOn }: Movement): Promise<void> {
  const { transaction, postings, allocation } = payment;
  const id = await postLedgerTransaction(tx, transaction, postings, allocation);
  if (outcome !== "returned") return;
  const opposite = postings.map((posting) => ({ ...posting, amountCents: -posting.amountCents }));
  const { intentId } = transaction;
  const back = { intentId, kind: IMPORTED_KINDS.back, effectiveOn: new Date(returnedOn), reversesId: id };
  await postLedgerTransaction(tx, back, opposite, allocation);
}

function lineItemOf({ isOpening, owedCents, appliesTo }: Movement): string {
  if (isOpening) return "Opening Balance";
  return owedCents < 0 && appliesTo === "newest" ? ADJUSTED : "Imported Payment";
}
