import type {
  Ach,
  AchLookUp,
  AchMode,
  AchOutcome,
  AchPayment,
  AchReturn,
  AchSettlement,
} from "@countinghouse/providers/ach/port";
import type {
  CardException,
  CardLookUp,
  CardOutcome,
  CardPayment,
  CardRefund,
  Cards,
  CardTransaction,
} from "@countinghouse/providers/cards/port";
import { ProviderError } from "@countinghouse/providers/provider-error";

/** What the next call does instead of being taken. */
type Mishap =
  | "declined"
  /** It is taken, and nobody hears of it. */
  | "lostAfter"
  /** It never arrives, and nobody can tell. */
  | "lostBefore"
  | "unavailable"
  /** Of a card sale: the bank approves a tenth of it. */
  | "part";

export interface MovedMoney {
  key: string;
  mode: string;
  amountCents: number;
}

/** Processors in memory as unkind as the real ones: a key is taken once, answers get lost, and books are kept. */
export interface TestProcessors {
  ach: Ach;
  cards: Cards;
  /** What moved at the processors, in order. */
  books: MovedMoney[];
  /** The accounts that bank transfers were sent to, in order, taken or not. */
  sentTo: Pick<AchPayment, "accountNumber" | "routing">[];
  /** How often money was asked to move, whatever came of it. */
  calls: () => number;
  /** Called in the middle of each call, before anything is taken. */
  onCall: (hook: () => Promise<void>) => void;
  next: (mishap: Mishap) => void;
  /** What the processors report from now on, until it is changed. */
  report: (what: Partial<Reports>) => void;
}

interface Reports {
  returns: AchReturn[];
  settlements: AchSettlement[];
  exceptions: CardException[];
  /** By day; of a day that is not there there is no report yet. */
  transactions: Readonly<Record<string, CardTransaction[]>>;
}

const EFFECT_WINDOW_MS = 30_000;

export function createTestProcessors(): TestProcessors {
  const books: MovedMoney[] = [];
  const sentTo: TestProcessors["sentTo"] = [];
  const mishaps: Mishap[] = [];
  let calls = 0;
  let hook = (): Promise<void> => Promise.resolve();
  const take = async (mode: string, { key, amountCents }: { key: string; amountCents: number }) => {
    calls++;
    await hook();
    if (books.some((each) => each.key === key)) return "repeated";
    const mishap = mishaps.shift();
    if (mishap === "declined") return mishap;
    if (mishap === "unavailable") throw lost("unavailable");
    if (mishap === "part") {
      books.push({ key, mode, amountCents: amountCents / 10 });
      return mishap;
    }
    if (mishap !== "lostBefore") books.push({ key, mode, amountCents });
    if (mishap !== undefined) throw lost("unknown");
    return "taken";
  };
  const capability = { idempotencyKey: false, lookUp: true, effectWindowMs: EFFECT_WINDOW_MS } as const;
  const taken = (key: string) => books.find((each) => each.key === key);
  const reports: Reports = { returns: [], settlements: [], exceptions: [], transactions: {} };
  const told = async function* <Row>(rows: () => Row[]): AsyncGenerator<Row> {
    yield* rows();
  };

  const send = async (mode: AchMode, payment: AchPayment): Promise<AchOutcome> => {
    sentTo.push({ accountNumber: payment.accountNumber, routing: payment.routing });
    const what = await take(mode, payment);
    if (what === "repeated") return { kind: "repeated", message: "", raw: {} };
    if (what === "declined") return { kind: "rejected", code: "12", message: "Over the limit", raw: {} };
    return { kind: "accepted", reference: `auth-${payment.key}`, raw: { successful: true } };
  };
  const charge = async (mode: string, payment: CardPayment): Promise<CardOutcome> => {
    const what = await take(mode, payment);
    if (what === "repeated") return { kind: "repeated" };
    if (what === "declined") return { kind: "declined", code: "51", message: "Insufficient funds", raw: {} };
    const amountCents = what === "part" ? payment.amountCents / 10 : null;
    return { kind: "paid", reference: `txn-${payment.key}`, amountCents, raw: { SC: 200 } };
  };
  const achLookUp = (key: string): Promise<AchLookUp | null> => {
    const found = taken(key);
    return Promise.resolve(
      found
        ? {
            status: "pending",
            reference: `auth-${key}`,
            amountCents: found.amountCents,
            returnCode: null,
            raw: {},
          }
        : null,
    );
  };
  const cardLookUp = (key: string): Promise<CardLookUp | null> => {
    const found = taken(key);
    return Promise.resolve(
      found
        ? { state: "paid", reference: `txn-${key}`, amountCents: found.amountCents, code: null, raw: {} }
        : null,
    );
  };
  return {
    books,
    sentTo,
    calls: () => calls,
    onCall: (next) => {
      hook = next;
    },
    next: (mishap) => void mishaps.push(mishap),
    report: (what) => void Object.assign(reports, what),
    ach: {
      capability,
      send,
      lookUp: achLookUp,
      findKey: (reference) => Promise.resolve(taken(reference.replace(/^auth-/, ""))?.key ?? null),
      returnsBetween: () => told(() => reports.returns),
      settlementsBetween: () => told(() => reports.settlements),
    },
    cards: {
      capability,
      pull: (payment) => charge("SALE", payment),
      push: (payment) => charge("FUND", payment),
      refund: (refund: CardRefund) => charge("REFUND", refund),
      lookUp: ({ key }) => cardLookUp(key),
      lookUpRefund: ({ key }) => cardLookUp(key),
      find: (reference) => cardLookUp(reference.replace(/^txn-/, "")),
      query: () => Promise.resolve({ canPull: true, canPush: true }),
      findExceptions: (day) => told(() => reports.exceptions.filter((each) => each.day === day)),
      findTransactions: (day) => {
        const rows = reports.transactions[day];
        return Promise.resolve(rows === undefined ? null : told(() => rows));
      },
    },
  };
}

const lost = (kind: "unknown" | "unavailable") =>
  new ProviderError({ kind, provider: "test", message: "The answer was lost." });
