import type { TransactionView } from "../../apps/sandbox/src/payliance/transactions.ts";
import { ROW_ID_HEADING } from "../../packages/providers/src/ledger-sheet/headings.ts";

/** Money that a processor moved, as its own books have it. */
export interface Capture {
  provider: string;
  /** What it was asked with; a sale that was undone is named as our own books name that. */
  key: string | null;
  /** The processor's own name of it. */
  reference: string;
  /** "in": taken from a customer; "out": paid to one. */
  direction: "in" | "out";
  amountCents: number;
  at: Date;
  /** Whether its bank sent it back. */
  isReturned: boolean;
}

/** How long a processor works before its effect and after it, in ms, at the least and at the most. */
export type Span = [leastMs: number, mostMs: number];

/** The vendors' calls that move money; faults strike nothing else. */
const MONEY_CALLS = [
  { provider: "payliance", path: "/debit", method: "POST" },
  { provider: "payliance", path: "/credit", method: "POST" },
  { provider: "tabapay", path: "/transactions", method: "POST" },
  { provider: "tabapay", path: "/transactions/", method: "DELETE" },
] as const;
const PROCESSORS = ["payliance", "tabapay"] as const;
/** One of a hundred each: three of a hundred calls do their work and then lose their answer. */
const FAULTS = [
  { kind: "statusAfterEffect", status: 500, chance: 0.01 },
  { kind: "resetAfterEffect", chance: 0.01 },
  { kind: "timeoutAfterEffect", chance: 0.01 },
] as const;
const MOST_TIMES = 1000;

/** Reports without our keys, with each row twice, the wrong way round, so many days late. */
export interface ToldReports {
  keysLeftOut: boolean;
  rowsTwice: boolean;
  rowsShuffled: boolean;
  reportDaysLate: number;
}

export interface SandboxControl {
  setPace(span: Span): Promise<void>;
  armFaults(): Promise<void>;
  /**
   * From now on a card payment is found by our key however often its id was told. Workers that are killed again and again
   * hear an id more often than the processor bears, and then only the report of the day tells.
   */
  findCardsByKey(): Promise<void>;
  /**
   * From now on so many of a hundred calls that move money are not answered and take effect after one of these delays by
   * the sandbox's clock.
   */
  armLateEffects(delaysMs: readonly number[], share: number): Promise<void>;
  /** From now on so many of a hundred such calls are lost on their way there. */
  armLostCalls(share: number): Promise<void>;
  /** Sets the sandbox's clock forward; returns its time. */
  advance(seconds: number): Promise<Date>;
  /** How the processors' reports tell from now on what there is to tell. */
  tellReports(how: ToldReports): Promise<void>;
  /** Has something befall a card payment that the next daily report tells of. */
  tellOfCard(key: string, type: "CHARGEBACK" | "CHARGEBACK REVERSAL"): Promise<void>;
  /** Ends all faults and delays; returns how many calls were struck. */
  calm(): Promise<number>;
  /** What the processors moved, as their own books have it. */
  captures(): Promise<Capture[]>;
  /** How often they were asked to move money, whatever came of it; of the last thousand calls to anybody. */
  moneyCalls(): Promise<number>;
  /** The ids of the rows in the payments sheet, from top to bottom. */
  sheetRowIds(): Promise<string[]>;
}

interface CardTransaction {
  referenceID: string;
  transactionID: string;
  type: "pull" | "push";
  amountCents: number;
  partialCents: number | null;
  status: string;
  reversed: boolean;
  time: string;
}

interface SandboxCall {
  provider: string;
  method: string;
  path: string;
}

interface SandboxState {
  vendors: { google: { Payments: readonly (readonly unknown[])[] } };
}

const NOT_TAKEN = ["voided", "refunded"];
const RETURNED = ["returned", "settledThenReturned"];

/** What no client of the vendors can do: make them unkind, and read what they hold. */
export function controlSandbox(origin: string): SandboxControl {
  const call = async (path: string, method = "GET", body?: object): Promise<unknown> => {
    const answer = await fetch(`${origin}/__sandbox${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${method} ${path}.`);
    return answer.status === 204 ? null : answer.json();
  };
  let armed = 0;
  const arm = async (fault: object): Promise<void> => {
    await call("/faults", "POST", { ...fault, times: MOST_TIMES });
    armed++;
  };
  return {
    setPace: async (span) => {
      for (const provider of PROCESSORS)
        await call("/pace", "PUT", { provider, beforeMs: span, afterMs: span });
    },
    armFaults: async () => {
      for (const where of MONEY_CALLS) for (const fault of FAULTS) await arm({ ...where, ...fault });
    },
    findCardsByKey: async () => {
      await call("/tabapay/settings", "POST", { timesTold: MOST_TIMES });
    },
    armLateEffects: async (delaysMs, share) => {
      for (const where of MONEY_CALLS)
        for (const delayMs of delaysMs)
          await arm({ ...where, kind: "late-effect", delayMs, chance: share / 100 / delaysMs.length });
    },
    armLostCalls: async (share) => {
      for (const where of MONEY_CALLS)
        await arm({ ...where, kind: "resetBeforeEffect", chance: share / 100 });
    },
    advance: async (seconds) => {
      const { now } = (await call("/clock", "POST", { advanceSeconds: seconds })) as { now: string };
      return new Date(now);
    },
    tellReports: async (how) => {
      for (const provider of PROCESSORS) await call(`/${provider}/settings`, "POST", how);
    },
    tellOfCard: async (referenceID, type) => {
      await call("/tabapay/chargeback", "POST", { referenceID, type });
    },
    calm: async () => {
      const left = (await call("/faults")) as { times: number }[];
      await call("/faults", "DELETE");
      await call("/pace", "DELETE");
      // One that struck as often as it may is no longer there.
      const struck = armed * MOST_TIMES - left.reduce((sum, { times }) => sum + times, 0);
      armed = 0;
      return struck;
    },
    captures: async () => [
      ...((await call("/payliance/transactions")) as TransactionView[]).flatMap(transferCaptures),
      ...((await call("/tabapay/transactions")) as CardTransaction[]).flatMap(cardCaptures),
    ],
    moneyCalls: async () =>
      ((await call("/calls")) as SandboxCall[]).filter((made) =>
        MONEY_CALLS.some(
          ({ provider, path, method }) =>
            made.provider === provider && made.method === method && made.path.includes(path),
        ),
      ).length,
    sheetRowIds: async () => {
      const { vendors } = (await call("/state")) as SandboxState;
      const ids = vendors.google.Payments.map((cells) => String(cells.at(-1)));
      return ids.filter((id) => id !== ROW_ID_HEADING);
    },
  };
}

function transferCaptures(transaction: TransactionView): Capture[] {
  const { status, kind, uniqueTranId, authorizationId, amountCents, takenAt } = transaction;
  if (NOT_TAKEN.includes(status)) return [];
  return [
    {
      provider: "payliance",
      key: uniqueTranId,
      reference: authorizationId,
      direction: kind === "debit" ? "in" : "out",
      amountCents,
      at: new Date(takenAt),
      isReturned: RETURNED.includes(status),
    },
  ];
}

/** A sale that was undone went in and out again. */
function cardCaptures(transaction: CardTransaction): Capture[] {
  const { referenceID, transactionID, type, status, reversed, time } = transaction;
  if (!status.endsWith("COMPLETED")) return [];
  const amountCents = transaction.partialCents ?? transaction.amountCents;
  const moved = {
    provider: "tabapay",
    reference: transactionID,
    amountCents,
    at: new Date(time),
    isReturned: false,
  };
  return [
    { ...moved, key: referenceID, direction: type === "pull" ? "in" : "out" },
    ...(reversed ? [{ ...moved, key: `reversal:${transactionID}`, direction: "out" as const }] : []),
  ];
}
