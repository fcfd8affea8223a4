import type { Tx } from "@countinghouse/db";
import { IMPORTED_ADJUSTMENT, OPENING_BALANCE } from "@countinghouse/validators/manual-payments/rules";
import { insertRows } from "../../insert-rows.ts";
import { IMPORTED_KINDS } from "../../ledger/discount.ts";
import { type Books, type ImportedPosting, paymentPostings, postImported } from "../../ledger/post.ts";
import { businessKey } from "../../payments/business-key.ts";
import type { Movement } from "./customer-book.ts";
import { applicationKey } from "./write-applications.ts";
import { BEFORE_THE_MOVE, type Outcome, type Part, type Target, writeIntents } from "./write-intents.ts";

interface Keyed {
  userId: number;
  movement: Movement;
  key: string;
}

const OUTCOMES: Readonly<Record<Movement["outcome"], Outcome>> = {
  paid: "SUCCEEDED",
  failed: "FAILED",
  returned: "RETURNED",
};

/**
 * Writes what customers paid before the move, the oldest first, each with what it did to the instalments. What is there already
 * stays. Returns how many of whom were written.
 */
export async function writeMovements(
  tx: Tx,
  target: Target,
  parts: readonly Part[],
  applications: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<number, number>> {
  const keyed = parts.flatMap(({ userId, customer, movements }) =>
    movements.map((movement): Keyed => ({ userId, movement, key: movementKey(target, customer, movement) })),
  );
  const known = await tx.$queryRaw<{ businessKey: string }[]>`
    SELECT business_key AS "businessKey" FROM payment_intent WHERE business_key = ANY(${keyed.map(({ key }) => key)}::text[])`;
  const there = new Set(known.map((intent) => intent.businessKey));
  const fresh = keyed.filter(({ key }) => !there.has(key));
  const paymentIds = await writePayments(tx, target, fresh, applications);
  await post({ tx, ...target }, fresh, paymentIds);
  const written = new Map<number, number>();
  for (const { userId } of fresh) written.set(userId, (written.get(userId) ?? 0) + 1);
  return written;
}

/** What a payment of a source is known by. */
export const movementKey = (
  { source }: Pick<Target, "source">,
  customer: string,
  { id, isOpening }: Pick<Movement, "id" | "isOpening">,
): string => (isOpening ? businessKey.openingBalance(source, customer) : businessKey.imported(source, id));

async function writePayments(
  tx: Tx,
  target: Target,
  payments: readonly Keyed[],
  applications: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  const ids = await writeIntents(
    tx,
    target,
    payments.map(({ userId, movement, key }) => ({
      businessKey: key,
      userId,
      kind: "MANUAL" as const,
      paymentType: movementType(movement),
      applicationId: applications.get(applicationKey(target, movement.application)) ?? null,
      amountCents: Math.abs(movement.owedCents),
      day: movement.day,
      failureCode: movement.returnCode,
      outcome: OUTCOMES[movement.outcome],
    })),
  );
  await insertRows(
    tx,
    "manual_payment",
    payments.map(({ movement, key }) => ({
      intentId: ids.get(key) ?? "",
      lineItemType: lineItemType(movement),
      modeOfPayment: movement.mode,
      transactionType: "Other",
      description: movement.description,
      isExternal: false,
    })),
  );
  return ids;
}

/** A transaction of the ledger; one that takes another back comes after it. */
interface Step extends ImportedPosting {
  userId: number;
  owedCents: number;
  takesBack: string | null;
}

/** Posts the payments of each user in their order, those of many users together: all that can be, round by round. */
async function post(
  books: Books,
  payments: readonly Keyed[],
  paymentIds: ReadonlyMap<string, string>,
): Promise<void> {
  const posted = new Map<string, string>();
  const byUser = Map.groupBy(payments, ({ userId }) => userId);
  const queues = [...byUser.values()].map((own) =>
    groupSteps(
      own.flatMap(({ movement, userId, key }) => movementSteps(userId, movement, paymentIds.get(key) ?? "")),
    ),
  );
  for (let round = 0; queues.some((groups) => groups.length > round); round++) {
    const steps = queues.flatMap((groups) => groups[round] ?? []);
    const ids = await postImported(
      books,
      steps.map(({ transaction, postings, allocation, takesBack }) => ({
        transaction: {
          ...transaction,
          ...(takesBack === null ? {} : { reversesId: posted.get(takesBack) ?? "" }),
        },
        postings,
        allocation,
      })),
    );
    for (const [index, { transaction, takesBack }] of steps.entries())
      if (takesBack === null) posted.set(transaction.intentId, ids[index] ?? "");
  }
}

/** One that came back is posted, and taken back by another of its day; one that failed is posted nowhere. */
function movementSteps(userId: number, movement: Movement, intentId: string): Step[] {
  const { day, isOpening, owedCents, appliesTo, outcome, returnedOn } = movement;
  if (outcome === "failed") return [];
  const toStep = (cents: number, kind: string, effectiveOn: string, takesBack: string | null): Step => ({
    userId,
    owedCents: cents,
    transaction: { intentId, kind, effectiveOn: new Date(effectiveOn) },
    postings: paymentPostings(userId, cents < 0 ? "DEBIT" : "CREDIT", Math.abs(cents), BEFORE_THE_MOVE),
    allocation: { paymentId: intentId, from: appliesTo },
    takesBack,
  });
  const paid = toStep(owedCents, isOpening ? IMPORTED_KINDS.opening : IMPORTED_KINDS.payment, day, null);
  return outcome === "returned"
    ? [paid, toStep(-owedCents, IMPORTED_KINDS.back, returnedOn, intentId)]
    : [paid];
}

/** Those that follow each other, lower what is owed and pay from the same end go together; every other one is by itself. */
function groupSteps(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isAlike =
      first !== undefined &&
      first.owedCents < 0 &&
      step.owedCents < 0 &&
      first.allocation?.from === step.allocation?.from &&
      !group?.some(({ transaction }) => transaction.intentId === step.takesBack);
    if (group && isAlike) group.push(step);
    else groups.push([step]);
  }
  return groups;
}

const movementType = ({ owedCents }: Movement): "DEBIT" | "CREDIT" => (owedCents < 0 ? "DEBIT" : "CREDIT");

function lineItemType({ isOpening, owedCents, appliesTo }: Movement): string {
  if (isOpening) return OPENING_BALANCE;
  return owedCents < 0 && appliesTo === "newest" ? IMPORTED_ADJUSTMENT : "Imported Payment";
}
