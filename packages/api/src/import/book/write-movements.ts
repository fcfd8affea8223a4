import type { Tx } from "@countinghouse/db";
import { IMPORTED_ADJUSTMENT, OPENING_BALANCE } from "@countinghouse/validators/manual-payments/rules";
import { insertRows } from "../../insert-rows.ts";
import { IMPORTED_KINDS } from "../../ledger/discount.ts";
import { type Books, type ImportedPosting, paymentPostings, postImported } from "../../ledger/post.ts";
import { businessKey } from "../../payments/business-key.ts";
import { moveIntents } from "../../payments/state.ts";
import type { Movement } from "./customer-book.ts";
import type { StandingOpening } from "./opening.ts";
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
  const replaced = parts.flatMap(({ userId, replaces }) =>
    replaces === null ? [] : { userId, ...replaces },
  );
  await endReplaced(tx, replaced);
  await post({ tx, ...target }, fresh, paymentIds, replaced);
  const written = new Map<number, number>();
  for (const { userId } of fresh) written.set(userId, (written.get(userId) ?? 0) + 1);
  return written;
}

type Replaced = StandingOpening & { userId: number };

/** An opening balance whose place others take is taken back: its intent says so and stays. */
async function endReplaced(tx: Tx, replaced: readonly Replaced[]): Promise<void> {
  const ids = replaced.map(({ intentId }) => intentId);
  if (ids.length === 0) return;
  await moveIntents(tx, ids, "SUCCEEDED", ["RETURNED"]);
  await tx.paymentIntent.updateMany({ where: { id: { in: ids } }, data: { failureMessage: REPLACED } });
}

const REPLACED = "Replaced by the advances and payments behind it, or by another balance.";

/** What a payment of a source is known by. */
const movementKey = (
  { source }: Pick<Target, "source">,
  customer: string,
  { id, opening }: Pick<Movement, "id" | "opening">,
): string =>
  opening === null ? businessKey.imported(source, id) : businessKey.openingBalance(source, customer, opening);

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
  replaced: readonly Replaced[],
): Promise<void> {
  const posted = new Map(replaced.map(({ intentId, transactionId }) => [intentId, transactionId]));
  const steps = [
    ...replaced.map(takenBack),
    ...payments.flatMap(({ movement, userId, key }) =>
      movementSteps(userId, movement, paymentIds.get(key) ?? ""),
    ),
  ];
  const queues = [...Map.groupBy(steps, ({ userId }) => userId).values()].map(groupSteps);
  for (let round = 0; queues.some((groups) => groups.length > round); round++) {
    const inRound = queues.flatMap((groups) => groups[round] ?? []);
    const ids = await postImported(
      books,
      inRound.map(({ transaction, postings, allocation, takesBack }) => ({
        transaction: {
          ...transaction,
          ...(takesBack === null ? {} : { reversesId: posted.get(takesBack) ?? "" }),
        },
        postings,
        allocation,
      })),
    );
    for (const [index, { transaction, takesBack }] of inRound.entries())
      if (takesBack === null) posted.set(transaction.intentId, ids[index] ?? "");
  }
}

/** A transaction of an imported payment; `takesBack` names the payment whose transaction it takes back. */
const toStep = (
  userId: number,
  intentId: string,
  {
    owedCents,
    kind,
    day,
    from,
    takesBack,
  }: {
    owedCents: number;
    kind: string;
    day: string;
    from: Movement["appliesTo"];
    takesBack: string | null;
  },
): Step => ({
  userId,
  owedCents,
  transaction: { intentId, kind, effectiveOn: new Date(day) },
  postings: paymentPostings(userId, owedCents < 0 ? "DEBIT" : "CREDIT", Math.abs(owedCents), BEFORE_THE_MOVE),
  allocation: { paymentId: intentId, from },
  takesBack,
});

/** Instalments have no part in it where the opening balance was owed: it paid none. */
const takenBack = ({ userId, intentId, cents, day }: Replaced): Step => {
  const back = { owedCents: -cents, kind: IMPORTED_KINDS.back, day, takesBack: intentId };
  const step = toStep(userId, intentId, { ...back, from: "oldest" });
  return cents > 0 ? { ...step, allocation: null } : step;
};

/** One that came back is posted, and taken back by another of its day; one that failed is posted nowhere. */
function movementSteps(userId: number, movement: Movement, intentId: string): Step[] {
  const { day, opening, owedCents, appliesTo, outcome, returnedOn } = movement;
  if (outcome === "failed") return [];
  const from = appliesTo;
  const kind = opening === null ? IMPORTED_KINDS.payment : IMPORTED_KINDS.opening;
  const paid = toStep(userId, intentId, { owedCents, kind, day, from, takesBack: null });
  const back = {
    owedCents: -owedCents,
    kind: IMPORTED_KINDS.back,
    day: returnedOn,
    from,
    takesBack: intentId,
  };
  return outcome === "returned" ? [paid, toStep(userId, intentId, back)] : [paid];
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

function lineItemType({ opening, owedCents, appliesTo }: Movement): string {
  if (opening !== null) return OPENING_BALANCE;
  return owedCents < 0 && appliesTo === "newest" ? IMPORTED_ADJUSTMENT : "Imported Payment";
}
