import { toDollars } from "../dollars.ts";
import { ProviderError } from "../provider-error.ts";
import type { CardLookUp, CardName, CardOutcome, CardPayment } from "./port.ts";
import { LOOK_UP_TOO_LATE } from "./port.ts";
import {
  type CallTabaPay,
  describeUnclear,
  isUntoldPart,
  lookUpState,
  movedAmount,
  nullWhenUnknown,
  openOutcome,
  redacted,
  type TabaPayTransaction,
  tabaPayError,
  transactionSchema,
} from "./tabapay-call.ts";
import { describeDecline } from "./tabapay-network-codes.ts";

const CONFLICT = 409;
const MISDIRECTED = 421;
const KEY = /^[A-Za-z0-9]{1,15}$/;

export interface TabaPayPayments {
  pull(payment: CardPayment): Promise<CardOutcome>;
  push(payment: CardPayment): Promise<CardOutcome>;
  lookUp(named: CardName): Promise<CardLookUp | null>;
  find(reference: string): Promise<CardLookUp | null>;
  /** A transaction by TabaPay's own id; null when there is none, or no id. */
  retrieve(transactionId: string | null): Promise<TabaPayTransaction | null>;
}

/** Money from a card to the settlement account and back, and what became of it. */
export function createTabaPayPayments(call: CallTabaPay, settlementAccountId: string): TabaPayPayments {
  const create = async (type: "pull" | "push", { key, amountCents, cardToken }: CardPayment) => {
    assertKey(key);
    if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
      throw tabaPayError("refused", {
        message: "an amount is whole cents above zero",
        vendorCode: "INVALID_AMOUNT",
      });
    const [sourceAccountID, destinationAccountID] =
      type === "pull" ? [cardToken, settlementAccountId] : [settlementAccountId, cardToken];
    const answer = await call({
      method: "POST",
      path: "/transactions",
      body: {
        referenceID: key,
        type,
        accounts: { sourceAccountID, destinationAccountID },
        amount: toDollars(amountCents),
      },
      answer: transactionSchema,
      safe: false,
    }).catch(nullWhenRepeated);
    return answer === null ? REPEATED : toOutcome(answer);
  };

  const retrieve = async (transactionId: string | null): Promise<TabaPayTransaction | null> => {
    if (!transactionId) return null;
    return call({
      method: "GET",
      path: `/transactions/${encodeURIComponent(transactionId)}`,
      answer: transactionSchema,
      safe: true,
    }).catch(nullWhenUnknown);
  };

  const find = async (reference: string): Promise<CardLookUp | null> => {
    const answer = await retrieve(reference);
    // Asked for by its id, a transaction does not name it.
    return answer === null ? null : toLookUp({ ...answer, transactionID: reference });
  };

  return {
    pull: (payment) => create("pull", payment),
    push: (payment) => create("push", payment),
    lookUp: async ({ key, reference }) => {
      assertKey(key);
      // TabaPay wants its own id, and lets our key do only where it could not tell that.
      if (reference) return find(reference);
      const answer = await call({
        method: "GET",
        path: "/transactions",
        query: { referenceID: key },
        answer: transactionSchema,
        safe: true,
      })
        .catch(nullWhenUnknown)
        .catch(tooLateWhenMisdirected);
      return answer === null ? null : toLookUp(answer);
    },
    find,
    retrieve,
  };
}

const REPEATED: CardOutcome = { kind: "repeated" };

/** What is not final is left to the look-up; so is a part that was paid where it is not said how much. */
function toOutcome(answer: TabaPayTransaction): CardOutcome {
  const { transactionID, networkRC, status } = answer;
  const state = lookUpState(answer);
  const amountCents = movedAmount(answer);
  if (state === "paid" && transactionID)
    return { kind: "paid", reference: transactionID, amountCents, raw: redacted(answer) };
  if (state === "unclear" && !isUntoldPart(answer)) {
    const raw = redacted(answer);
    return { kind: "unclear", reference: transactionID ?? "", message: describeUnclear(answer), raw };
  }
  if (state === "declined")
    return { kind: "declined", ...describeDecline(networkRC ?? status ?? ""), raw: redacted(answer) };
  throw openOutcome(answer);
}

function toLookUp(answer: TabaPayTransaction): CardLookUp {
  const { transactionID, networkRC, status } = answer;
  if (!transactionID)
    throw tabaPayError("unavailable", { message: "the answer names no transaction", vendorCode: undefined });
  const state = lookUpState(answer);
  return {
    state,
    reference: transactionID,
    amountCents: movedAmount(answer),
    code: state === "declined" ? (networkRC ?? status ?? "") : null,
    raw: redacted(answer),
  };
}

function assertKey(key: string): void {
  if (!KEY.test(key))
    throw tabaPayError("refused", {
      message: "a key is 1 to 15 letters and digits",
      vendorCode: "INVALID_KEY",
    });
}

/** TabaPay's 409 says in words what is in conflict: our key, or the fields of the request among themselves. */
function nullWhenRepeated(error: unknown): null {
  if (!(error instanceof ProviderError && error.status === CONFLICT)) throw error;
  if (/reference|duplicate/i.test(error.message)) return null;
  if (/conflicting/i.test(error.message)) throw error;
  throw tabaPayError("unknown", {
    message: error.message,
    status: CONFLICT,
    vendorCode: error.vendorCode,
    cause: error,
  });
}

function tooLateWhenMisdirected(error: unknown): never {
  if (!(error instanceof ProviderError && error.status === MISDIRECTED)) throw error;
  throw tabaPayError("unknown", {
    message: "refused to look up by key, which works for 24 hours and where its own id was lost",
    status: MISDIRECTED,
    vendorCode: LOOK_UP_TOO_LATE,
    cause: error,
  });
}
