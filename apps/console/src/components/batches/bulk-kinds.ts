import type { BulkKind } from "@countinghouse/validators/bulk-jobs/rules";
import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import type { Capability } from "@countinghouse/validators/roles";
import type { Step } from "./steps.tsx";

type Words = {
  /** "A bulk ACH job is running." */
  job: string;
  /** What one row takes its money from. */
  instrument: string;
  steps: readonly Step[];
  capability: Capability;
};

const PAYMENT_STEPS = ["Paste", "Check", "Review", "Run", "Results"] as const;

export const BULK_WORDS: Record<BulkKind, Words> = {
  BULK_BALANCE: {
    job: "bulk balance job",
    instrument: "",
    steps: ["Paste", "Check", "Run", "Results"],
    capability: "bulkJobs.runBalance",
  },
  BULK_DEBIT: {
    job: "bulk debit job",
    instrument: "Card Number",
    steps: PAYMENT_STEPS,
    capability: "bulkJobs.charge",
  },
  BULK_ACH: {
    job: "bulk ACH job",
    instrument: "Account Number",
    steps: PAYMENT_STEPS,
    capability: "bulkJobs.charge",
  },
  AUTOMATION: {
    job: "payment automation",
    instrument: "Card / Account",
    steps: ["Run", "Results"],
    capability: "automation.run",
  },
  REVERT: {
    job: "batch refund",
    instrument: "Card / Account",
    steps: ["Run", "Results"],
    capability: "bulkJobs.giveBack",
  },
};

/** Rows are taken from the list on v2 and on both card-debit screens (specification 2, section 4). */
export const canRemoveRows = ({ kind, version }: BulkScreen): boolean =>
  kind === "BULK_DEBIT" || version === 2;
