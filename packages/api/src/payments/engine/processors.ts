import type { PaymentKind } from "@countinghouse/db";
import type { Ach, AchAccountType, AchLookUp, AchMode, AchOutcome } from "@countinghouse/providers/ach/port";
import type { CardLookUp, CardOutcome, Cards } from "@countinghouse/providers/cards/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { isCardKind } from "@countinghouse/validators/payments/kinds";
import type { Instrument } from "./instrument.ts";
import type { Answer, Attempt, Processor, Told, Verdict } from "./machine.ts";

/** The processors of both rails. */
export interface ProcessorPorts {
  ach: Ach;
  cards: Cards;
}

type Call = Attempt<Instrument>;
type OnRail<Rail extends Instrument["rail"]> = Extract<Instrument, { rail: Rail }>;

const REPEATED: Extract<Verdict, { state: "UNKNOWN" }> = {
  state: "UNKNOWN",
  message: "The processor already has this payment. Its outcome is being looked up.",
};

/** Returns the processor of each kind of payment. A processor turns every failed call into a verdict. */
export function createProcessors(ports: ProcessorPorts): (kind: PaymentKind) => Processor<Instrument> {
  const ach = achProcessor(ports);
  const cards = cardProcessor(ports);
  return (kind) => (isCardKind(kind) ? cards : ach);
}

const achProcessor = (ports: Pick<ProcessorPorts, "ach">): Processor<Instrument> => ({
  send: (attempt) =>
    established(async () => {
      const account = onRail(attempt, "ACH");
      return achVerdict(
        await ports.ach.send(achMode(attempt.kind), {
          key: attempt.key,
          amountCents: attempt.amountCents,
          routing: account.routing,
          accountNumber: account.accountNumber,
          accountType: accountType(account),
          firstName: account.firstName,
          lastName: account.lastName,
          companyName: account.companyName || null,
        }),
      );
    }),
  lookUp: (attempt) => lookedUp(async () => achFinding(await ports.ach.lookUp(attempt.key))),
});

const cardProcessor = (ports: Pick<ProcessorPorts, "cards">): Processor<Instrument> => ({
  send: (attempt) =>
    established(async () => {
      const { key, amountCents } = attempt;
      const { token: cardToken, originalReference } = onRail(attempt, "CARD");
      const payment = { key, amountCents, cardToken };
      if (attempt.kind === "SALE") return markPartial(cardVerdict(await ports.cards.pull(payment)));
      if (attempt.kind === "FUND") return cardVerdict(await ports.cards.push(payment));
      return cardVerdict(
        await ports.cards.refund({ ...payment, originalReference: originalReference ?? "" }),
      );
    }),
  lookUp: (attempt) =>
    lookedUp(async () => {
      const { key, reference } = attempt;
      const { originalReference } = onRail(attempt, "CARD");
      if (attempt.kind === "SALE")
        return markPartial(cardFinding(await ports.cards.lookUp({ key, reference })));
      if (attempt.kind === "FUND") return cardFinding(await ports.cards.lookUp({ key, reference }));
      return cardFinding(
        await ports.cards.lookUpRefund({ key, reference, originalReference: originalReference ?? "" }),
      );
    }),
});

function onRail<Rail extends Instrument["rail"]>({ instrument, intentId }: Call, rail: Rail): OnRail<Rail> {
  if (instrument.rail !== rail) throw new Error(`Payment intent ${intentId} has no ${rail} instrument.`);
  return instrument as OnRail<Rail>;
}

/** Makes a call. A failed call is FAILED where the adapter is certain that nothing happened, and UNKNOWN otherwise. */
async function established(call: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === "unknown")
      return { state: "UNKNOWN", message: describeError(error), ...toldBy(error) };
    const code = error.vendorCode ?? (error.status === undefined ? error.kind : String(error.status));
    return { state: "FAILED", code, message: error.message, answer: null };
  }
}

/** Makes a lookup. A failed lookup proves nothing about the payment, so it is UNKNOWN for every error. */
async function lookedUp(look: () => Promise<Verdict | null>): Promise<Verdict | null> {
  try {
    return await look();
  } catch (error) {
    return { state: "UNKNOWN", message: describeError(error), ...toldBy(error) };
  }
}

/** Returns the reference and the answer that the processor gave although the outcome is unknown. */
const toldBy = (error: unknown): Told =>
  error instanceof ProviderError
    ? {
        ...(error.reference && { reference: error.reference }),
        ...(error.answer && { answer: error.answer }),
      }
    : {};

const describeError = (error: unknown): string =>
  error instanceof ProviderError ? error.message : "The processor could not be asked.";

function achVerdict(outcome: AchOutcome): Verdict {
  if (outcome.kind === "repeated") {
    const said = outcome.message && ` It says: ${outcome.message}`;
    return { ...REPEATED, message: `${REPEATED.message}${said}`, answer: outcome.raw };
  }
  if (outcome.kind === "rejected")
    return { state: "FAILED", code: outcome.code, message: outcome.message, answer: outcome.raw };
  return { state: "SUBMITTED", reference: outcome.reference, amountCents: null, answer: outcome.raw };
}

/**
 * Returns the verdict of a lookup. An accepted transfer is SUBMITTED, even after a return: the processor's reports record the
 * return.
 */
function achFinding(found: AchLookUp | null): Verdict | null {
  if (found === null) return null;
  const { status, reference, amountCents, raw } = found;
  if (status === "invalidated" || status === "voided" || status === "refunded")
    return {
      state: "FAILED",
      code: status,
      message: `The processor reports the status ${status}.`,
      reference,
      answer: raw,
    };
  return { state: "SUBMITTED", reference, amountCents, answer: raw };
}

function cardVerdict(outcome: CardOutcome): Verdict {
  if (outcome.kind === "repeated") return REPEATED;
  if (outcome.kind === "unclear") return unclear(outcome.message, outcome.reference, outcome.raw);
  if (outcome.kind === "declined")
    return { state: "FAILED", code: outcome.code, message: outcome.message, answer: outcome.raw };
  const { reference, amountCents, raw } = outcome;
  return { state: "SUCCEEDED", reference, amountCents, answer: raw };
}

const UNCLEAR =
  "The processor has finished this payment, but its answer is contradictory or has no amount. The answer is stored with the attempt.";

const unclear = (message: string, reference: string, answer: Answer): Verdict => ({
  state: "UNKNOWN",
  message,
  isFinal: true,
  reference,
  answer,
});

/** Marks a paid sale as possibly partial: the bank may approve a part, and then only that part was taken. */
const markPartial = <Found extends Verdict | null>(verdict: Found): Found =>
  verdict?.state === "SUCCEEDED" ? { ...verdict, isPart: true } : verdict;

function cardFinding(found: CardLookUp | null): Verdict | null {
  if (found === null) return null;
  const { state, reference, amountCents, code, raw } = found;
  if (state === "paid") return { state: "SUCCEEDED", reference, amountCents, answer: raw };
  if (state === "pending")
    return {
      state: "UNKNOWN",
      message: "The processor does not know the outcome yet.",
      reference,
      answer: raw,
    };
  if (state === "unclear") return unclear(UNCLEAR, reference, raw);
  const message = code === null ? "The card was declined." : `The card was declined (${code}).`;
  return {
    state: "FAILED",
    code: code ?? "declined",
    message,
    reference: reference || undefined,
    answer: raw,
  };
}

/** For the processor, a payment that gives a debit back is a CREDIT. */
const achMode = (kind: PaymentKind): AchMode => (kind === "GIVE_BACK" ? "CREDIT" : (kind as AchMode));

const accountType = ({ subtype, companyName }: OnRail<"ACH">): AchAccountType => {
  const owner = companyName === "" ? "personal" : "business";
  return subtype === "savings" ? `${owner}Savings` : `${owner}Checking`;
};
