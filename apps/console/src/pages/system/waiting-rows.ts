import type { InProgressState } from "@countinghouse/validators/payments/states";
import { TOPIC_NAMES } from "@countinghouse/validators/system/rules";
import type { System } from "./system-page.tsx";

export type WaitingRow = {
  what: string;
  state: string;
  count: number;
  oldestAt: Date;
  /** Whether a person has to do something about it. */
  needsPerson: boolean;
};

const PAYMENT_STATES: Readonly<Record<InProgressState, string>> = {
  CREATED: "Created",
  READY: "To be sent",
  SENDING: "Being sent",
  SUBMITTED: "Accepted by the processor",
  UNKNOWN: "Outcome unknown",
  NEEDS_REVIEW: "Needs a person",
};

const BULK_NAMES: Readonly<Record<string, string>> = {
  BULK_BALANCE: "Bulk balance rows",
  BULK_DEBIT: "Bulk debit rows",
  BULK_ACH: "Bulk ACH rows",
  AUTOMATION: "Payment automation rows",
  REVERT: "Batch refund rows",
};

const BULK_STATES: Readonly<Record<System["standing"]["bulk"][number]["state"], string>> = {
  RUNNING: "Running",
  PAUSED: "Paused",
  HELD: "On hold before start",
};

/** What is not over yet: messages for outside, payments, rows of bulk jobs. What a person has to see stands first. */
export function waitingRows({ outbox, payments, bulk }: System["standing"]): WaitingRow[] {
  const rows: WaitingRow[] = [
    ...payments.map(({ state, count, oldestAt }) => ({
      what: "Payments",
      state: PAYMENT_STATES[state],
      count,
      oldestAt,
      needsPerson: state === "NEEDS_REVIEW",
    })),
    ...outbox.map(({ topic, state, count, oldestAt }) => ({
      what: TOPIC_NAMES[topic] ?? topic,
      state: state === "FAILED" ? "Failed" : "To be delivered",
      count,
      oldestAt,
      needsPerson: state === "FAILED",
    })),
    ...bulk.map(({ kind, state, rows: count, lastProgressAt }) => ({
      what: BULK_NAMES[kind] ?? kind,
      state: BULK_STATES[state],
      count,
      oldestAt: lastProgressAt,
      needsPerson: false,
    })),
  ];
  return rows.sort((one, other) => Number(other.needsPerson) - Number(one.needsPerson));
}
