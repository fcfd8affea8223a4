import type { TransactionView } from "../../apps/sandbox/src/payliance/transactions.ts";
import type { Capture } from "./compare.ts";

/** How long a processor works before its effect and after it, in ms, at the least and at the most. */
export type Span = [leastMs: number, mostMs: number];

/** The part of the vendors' calls that moves money; faults strike nothing else. */
const MONEY_CALLS = [
  { provider: "payliance", path: "/debit" },
  { provider: "tabapay", path: "/transactions" },
] as const;
/** One of a hundred each: three of a hundred calls do their work and then lose their answer. */
const FAULTS = [
  { kind: "statusAfterEffect", status: 500, chance: 0.01 },
  { kind: "resetAfterEffect", chance: 0.01 },
  { kind: "timeoutAfterEffect", chance: 0.01 },
] as const;
const MOST_TIMES = 1000;

export interface SandboxControl {
  setPace(span: Span): Promise<void>;
  armFaults(): Promise<void>;
  /** Ends all faults and delays; returns how many calls were struck. */
  calm(): Promise<number>;
  /** What the processors took, as their own books have it. */
  captures(): Promise<Capture[]>;
  /** The ids of the rows in the payments sheet, from top to bottom. */
  sheetRowIds(): Promise<string[]>;
}

interface CardTransaction {
  referenceID: string;
  amountCents: number;
  partialCents: number | null;
  status: string;
  reversed: boolean;
  time: string;
}

interface SandboxState {
  vendors: { google: { Payments: readonly (readonly unknown[])[] } };
}

const NOT_TAKEN = ["voided", "refunded"];

/** What only the storm may do with the sandbox: make it unkind, and read what it holds. */
export function controlSandbox(origin: string): SandboxControl {
  const call = async (path: string, method = "GET", body?: object): Promise<unknown> => {
    const answer = await fetch(`${origin}/__sandbox${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${method} ${path}.`);
    return answer.status === 204 ? null : answer.json();
  };
  return {
    setPace: async (span) => {
      for (const { provider } of MONEY_CALLS)
        await call("/pace", "PUT", { provider, beforeMs: span, afterMs: span });
    },
    armFaults: async () => {
      for (const where of MONEY_CALLS) {
        for (const fault of FAULTS)
          await call("/faults", "POST", { ...where, ...fault, method: "POST", times: MOST_TIMES });
      }
    },
    calm: async () => {
      const armed = (await call("/faults")) as { times: number }[];
      await call("/faults", "DELETE");
      await call("/pace", "DELETE");
      const left = armed.reduce((sum, { times }) => sum + times, 0);
      return MONEY_CALLS.length * FAULTS.length * MOST_TIMES - left;
    },
    captures: async () => [
      ...((await call("/payliance/transactions")) as TransactionView[])
        .filter(({ status }) => !NOT_TAKEN.includes(status))
        .map(({ uniqueTranId, amountCents, takenAt }) => ({
          provider: "payliance",
          key: uniqueTranId,
          amountCents,
          at: new Date(takenAt),
        })),
      ...((await call("/tabapay/transactions")) as CardTransaction[])
        .filter(({ status, reversed }) => status.endsWith("COMPLETED") && !reversed)
        .map(({ referenceID, amountCents, partialCents, time }) => ({
          provider: "tabapay",
          key: referenceID,
          amountCents: partialCents ?? amountCents,
          at: new Date(time),
        })),
    ],
    sheetRowIds: async () => {
      const { vendors } = (await call("/state")) as SandboxState;
      return vendors.google.Payments.map((cells) => String(cells.at(-1)));
    },
  };
}
