import type { PaymentState } from "../../packages/db/src/index.ts";
import {
  isEndedFunding,
  isMoved,
  isOpen,
  isPaid,
  isReturned,
  isSent,
} from "../../packages/validators/src/payments/states.ts";
import { EDGES } from "./edges.ts";
import { type Intent, type Intents, intentPostings } from "./intents.ts";
import type { ModelProcessor, Payment } from "./processor.ts";
import { SIMULATED_KINDS, type World } from "./world.ts";

export interface Invariants {
  /** What must hold after every step. */
  afterStep(): void;
  /** What must hold besides once everything has come to an end. */
  atEnd(): void;
}

/**
 * Compares our tables with the processor's books. `cameBack` tells what a processor's report will say or has said of a
 * payment, `isSettled` whether it will say or has said that it settled.
 */
export function createInvariants(
  world: World,
  intents: Intents,
  processor: ModelProcessor,
  told: { cameBack(intentId: string): boolean; isSettled(intentId: string): boolean },
): Invariants {
  /** By the row itself: a row that was set back to a copy begins anew. */
  const seen = new WeakMap<Intent, number>();
  const { broken } = world;

  const checkMoves = (intent: Intent): void => {
    const from = seen.get(intent) ?? 1;
    seen.set(intent, intent.history.length);
    if (intent.history.at(-1) !== intent.state) broken(`${intent.id} became ${intent.state} unseen`);
    for (let index = from; index < intent.history.length; index++) {
      const [before = "CREATED", after = "CREATED"] = intent.history.slice(index - 1, index + 1);
      if (!EDGES[before].includes(after)) broken(`${intent.id} skipped an edge from ${before} to ${after}`);
    }
  };
  const checkMoney = (intent: Intent, captures: readonly Payment[]): void => {
    const { id, state, isFailedByHand } = intent;
    if (captures.length > 1) broken(`${id} moved the money ${captures.length} times`);
    if (captures.length > 0 && (!isSent(state) || (state === "FAILED" && !isFailedByHand)))
      broken(`${id} is ${state}, but the money has moved`);
    if (captures.length === 0 && isMoved(state)) broken(`${id} is ${state}, but no money has moved`);
  };
  /** What came back before the database was set back is told once more. */
  const isBack = (id: string, state: PaymentState): boolean =>
    state === "RETURNED" || (world.counts.restores > 0 && told.cameBack(id));

  const checkFundings = (fundings: readonly Intent[]): void => {
    for (const { applicationId } of fundings) {
      const own = fundings.filter((other) => other.applicationId === applicationId);
      const live = own.filter(({ state, isDuplicate }) => !isEndedFunding(state) && !isDuplicate);
      if (live.length > 1) broken(`application ${applicationId} has ${live.length} live fundings`);
      const out = own.filter(({ id, state }) => !isBack(id, state) && isCaptured(processor, id));
      if (out.length > 1) broken(`application ${applicationId} was paid out ${out.length} times`);
    }
  };
  const checkRefunds = (refunds: readonly Intent[]): void => {
    for (const saleId of new Set(refunds.map((refund) => refund.saleId ?? ""))) {
      const own = refunds.filter((refund) => refund.saleId === saleId && isCaptured(processor, refund.id));
      const takenCents = isCaptured(processor, saleId) ? intents.get(saleId).amountCents : 0;
      if (sumCents(own) > takenCents)
        broken(`${sumCents(own)} cents of ${saleId} were given back of ${takenCents}`);
    }
  };
  const checkLedger = (): void => {
    for (const { name, postings } of intents.books.posted())
      if (sumCents(postings) !== 0) broken(`the ledger transaction ${name} is out of balance`);
  };

  return {
    afterStep: () => {
      world.counts.steps++;
      for (const intent of intents.all) {
        checkMoves(intent);
        checkMoney(
          intent,
          processor.captured.filter(({ intentId }) => intentId === intent.id),
        );
      }
      for (const { intentId, key } of processor.captured)
        if (!intents.has(intentId)) broken(`${key} moved the money, and no payment here knows of it`);
      checkFundings(intents.all.filter(({ applicationId }) => applicationId !== null));
      checkRefunds(intents.all.filter(({ saleId }) => saleId !== null));
      checkLedger();
    },
    atEnd: () => {
      for (const intent of intents.all) {
        const { id, state } = intent;
        if (isOpen(state)) broken(`${id} is still ${state} at the end`);
        if (state === "NEEDS_REVIEW") continue;
        if (state === "FAILED" && isCaptured(processor, id))
          broken(`${id} is FAILED, but the money has moved`);
        if (told.cameBack(id) && !isReturned(state)) broken(`${id} came back, but is ${state}`);
        if (!told.cameBack(id) && isReturned(state)) broken(`${id} never came back, but is ${state}`);
        if (told.isSettled(id) && !told.cameBack(id) && state !== "SETTLED")
          broken(`${id} is settled, but is ${state}`);
      }
      checkKinds(world, intents, processor);
      checkBalances(world, intents);
    },
  };
}

/** The processor's books and ours name the same amounts, kind by kind; what is left to a person is left out. */
function checkKinds({ broken }: World, intents: Intents, { captured }: ModelProcessor): void {
  const known = intents.all.filter(({ state }) => state !== "NEEDS_REVIEW");
  for (const kind of SIMULATED_KINDS) {
    const own = known.filter((intent) => intent.kind === kind);
    const oursCents = sumCents(own.filter(({ state }) => isMoved(state)));
    const theirs = captured.filter(
      (payment) => payment.kind === kind && intents.get(payment.intentId).state !== "NEEDS_REVIEW",
    );
    if (oursCents !== sumCents(theirs))
      broken(`${kind}: ${oursCents} cents are paid here, ${sumCents(theirs)} in the processor's books`);
  }
}

/** Each user owes what the states say, entry by entry and in the cached balance. */
function checkBalances({ broken }: World, { all, books }: Intents): void {
  for (const userId of new Set(all.map((intent) => intent.userId))) {
    const own = all.filter((intent) => intent.userId === userId && isPaid(intent.state));
    const meantCents = sumCents(
      own.flatMap(intentPostings).filter(({ account }) => account.userId === userId),
    );
    const entries = books.posted().flatMap(({ postings }) => postings);
    const ledgerCents = sumCents(entries.filter(({ account }) => account.userId === userId));
    if (ledgerCents !== meantCents)
      broken(`user ${userId} owes ${ledgerCents} instead of ${meantCents} cents`);
    if ((books.balances.get(userId) ?? 0) !== ledgerCents)
      broken(`the balance of user ${userId} has drifted`);
  }
}

const isCaptured = ({ captured }: ModelProcessor, id: string): boolean =>
  captured.some(({ intentId }) => intentId === id);

const sumCents = (amounts: readonly { amountCents: number }[]): number =>
  amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
