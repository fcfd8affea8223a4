import { randomUUID } from "node:crypto";
import type { Customer, Customers } from "./customers.ts";
import type { Session } from "./session.ts";

/** Whole dollars: no cents that mean something to the sandbox. No two payments of one customer are alike. */
const LEAST_CENTS = 1100;
const MORE_CENTS = 100;
/** Calls of one stage of the upgrade. */
export interface StageFigures {
  stage: string;
  calls: number;
  slowestMs: number;
  /** What failed, each with how often. */
  failures: Map<string, number>;
}

/** Staff at work all the while. */
export interface Traffic {
  /** From now on calls are counted under this name. */
  stage(name: string): void;
  /** Lets each end what it is at, and tells of all stages; with the requests of the payments. */
  end(): Promise<{ stages: StageFigures[]; pressed: Pressed }>;
}

/** Requests of payments: all that were pressed, and those that were answered as done. */
export interface Pressed {
  all: string[];
  answered: string[];
}

interface Payer extends Customer {
  /** How often they were charged here. */
  pressed: number;
}

interface Work {
  procedure: string;
  input: object;
  /** The request, where it is a payment. */
  pressed?: string;
}

interface Place {
  sessions: readonly Session[];
  customers: Customers;
  chargeable: Customer[];
  userIds: readonly number[];
  /** Where calls go now: what stands before the processes knows which of them take some. */
  origins: () => readonly string[];
  callers: number;
}

/**
 * So many of the staff read, write notes and press payments, each one call after the other, at one process after the other.
 * A call that is not answered as it should be has failed, whatever the reason; what is retried by the console itself is not.
 */
export function startTraffic(place: Place): Traffic {
  const { sessions, userIds, chargeable } = place;
  const stages: StageFigures[] = [];
  const pressed: Pressed = { all: [], answered: [] };
  const ending = new AbortController();
  let calls = 0;
  let current: StageFigures = newStage("start");

  function newStage(stage: string): StageFigures {
    const figures = { stage, calls: 0, slowestMs: 0, failures: new Map<string, number>() };
    stages.push(figures);
    return figures;
  }

  const one = async (nth: number, caller: number, payer: Payer | undefined) => {
    const stage = current;
    const userId = userIds[(nth * 7 + caller) % userIds.length] ?? 1;
    const work =
      (payer && (await payment(place.customers, payer))) ??
      (READS_AND_NOTES[nth % READS_AND_NOTES.length] ?? listed)(userId);
    if (work.pressed) pressed.all.push(work.pressed);
    const origins = place.origins();
    const began = performance.now();
    const session = sessions[caller % sessions.length];
    const answer = await session?.call(origins[nth % origins.length] ?? "", work.procedure, work.input);
    const ms = performance.now() - began;
    stage.calls++;
    stage.slowestMs = Math.max(stage.slowestMs, ms);
    if (answer?.failure === null) {
      if (work.pressed) pressed.answered.push(work.pressed);
      return;
    }
    const what = `${work.procedure}: ${answer?.failure}`;
    stage.failures.set(what, (stage.failures.get(what) ?? 0) + 1);
  };
  const run = async (caller: number) => {
    // Each has customers of their own: two who charge one at once are told so, and that is no fault of an upgrade.
    const own: Payer[] = chargeable
      .filter((_, index) => index % place.callers === caller)
      .map((customer) => ({ ...customer, pressed: 0 }));
    for (let turn = 0; !ending.signal.aborted; turn++) {
      const isPayment = turn % 4 === 3;
      await one(calls++, caller, isPayment ? own[Math.floor(turn / 4) % own.length] : undefined);
    }
  };
  const all = Array.from({ length: place.callers }, (_, caller) => run(caller));
  return {
    stage: (name) => {
      current = newStage(name);
    },
    end: async () => {
      ending.abort();
      await Promise.all(all);
      return { stages: stages.filter((each) => each.calls > 0), pressed };
    },
  };
}

const listed = (): Work => ({ procedure: "users.list", input: { sort: "id" } });

const READS_AND_NOTES: readonly ((userId: number) => Work)[] = [
  (userId) => ({ procedure: "users.get", input: { id: userId } }),
  listed,
  (userId) => ({
    procedure: "notes.create",
    input: { requestId: randomUUID(), userId, note: "Called while it was upgraded." },
  }),
  (userId) => ({ procedure: "notes.list", input: { userId } }),
  (userId) => ({ procedure: "payments.options", input: { userId } }),
  (userId) => ({ procedure: "payments.list", input: { userId, outcome: "success" } }),
  (userId) => ({ procedure: "loans.paymentSummary", input: { userId } }),
];

/** The order as the payment screen sends it once somebody has looked at the customer; null for one whom it would pay off. */
async function payment(customers: Customers, payer: Payer): Promise<Work | null> {
  const requestId = randomUUID();
  const { payoffCents, standing } = await customers.owing(payer.userId);
  const amountCents = LEAST_CENTS + payer.pressed * MORE_CENTS;
  if (payoffCents <= amountCents) return null;
  payer.pressed++;
  return {
    procedure: "payments.run",
    pressed: requestId,
    input: {
      requestId,
      userId: payer.userId,
      mode: payer.mode,
      instrumentId: payer.instrumentId,
      amountCents,
      parentId: null,
      isExternal: false,
      passcode: "",
      confirmed: { seen: standing, equalPaymentId: null, balance: false, funded: false },
    },
  };
}
