import { withoutInvisible } from "../invisible.ts";
import { BULK_JOBS_MESSAGES as MESSAGES } from "../messages.ts";
import type { Capability } from "../roles.ts";

/** Payment type constants (specification 2, section 9): the jobs whose customers are pasted. */
export const BULK_SCREEN_KINDS = ["BULK_BALANCE", "BULK_DEBIT", "BULK_ACH"] as const;
export type BulkScreenKind = (typeof BULK_SCREEN_KINDS)[number];

/** The jobs that run in batches; the customers of payment automation and of what is given back are chosen by the server. */
export const BULK_KINDS = [...BULK_SCREEN_KINDS, "AUTOMATION", "REVERT"] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/**
 * What it takes to start a job of each kind, and so to go on with one that is paused, to cancel one while it is held, and to reset
 * one. Whoever may decide approvals may all of it (`roles.test.ts`).
 */
export const CAPABILITY_TO_START = {
  BULK_BALANCE: "bulkJobs.runBalance",
  BULK_DEBIT: "bulkJobs.charge",
  BULK_ACH: "bulkJobs.charge",
  AUTOMATION: "automation.run",
  REVERT: "bulkJobs.giveBack",
} as const satisfies Record<BulkKind, Capability>;

export const BULK_PAYMENT_KINDS = ["BULK_DEBIT", "BULK_ACH"] as const;
export type BulkPaymentKind = (typeof BULK_PAYMENT_KINDS)[number];

/** The screens come twice: version 1 sits under Payments, version 2 under Payments V2. */
export const BULK_VERSIONS = [1, 2] as const;
export type BulkVersion = (typeof BULK_VERSIONS)[number];

export const BULK_BATCH_STATES = ["RUNNING", "PAUSED", "COMPLETED", "CANCELLED"] as const;
export type BulkBatchState = (typeof BULK_BATCH_STATES)[number];

export const BULK_ITEM_STATES = ["WAITING", "CLAIMED", "UNKNOWN", "DONE", "FAILED", "CANCELLED"] as const;
export type BulkItemState = (typeof BULK_ITEM_STATES)[number];

/** How often a screen without live updates asks (specification 2, section 9). */
export const BULK_POLL_MS = 2_000;
/** Between two users of version 1 of the ACH screen (specification 2, section 9). */
export const BULK_ACH_V1_PAUSE_MS = 1_500;
/** A running batch in which nothing happened for so long is shown as stalled. */
export const BULK_STALLED_AFTER_MS = 60_000;
/** Accounts of one row of the balance table (specification 2, section 9). */
export const BULK_BALANCE_ACCOUNTS = 5;

/** The names the tables are exported under (specification 2, section 9). */
export const BULK_FILE_NAMES = {
  BULK_BALANCE: "bulk-plaid-balance.csv",
  BULK_DEBIT: "bulk-debit-payment.csv",
  BULK_ACH: "bulk-ach-payment.csv",
  REVERT: "give-back.csv",
} as const satisfies Record<Exclude<BulkKind, "AUTOMATION">, string>;

/** Where the rows of one batch are asked for as a file, by POST: the id of the batch follows. */
export const BULK_EXPORT_PATH = "/api/exports/bulk-jobs/";

const SHORT = 1_400;
const LONG = 4_000;

/** Characters the textarea of user ids takes (specification 2, section 5). */
export const bulkIdsLimit = (kind: BulkScreenKind, version: BulkVersion): number =>
  kind === "BULK_BALANCE" || version === 2 ? LONG : SHORT;

/** More users than that do not fit into the longest textarea. */
export const BULK_MOST_USERS = LONG / 2;

const LARGEST_ID = 2_147_483_647;
/** Of something pasted that is no id, as much is repeated in the message. */
const REPEATED = 40;

export interface UserIdToken {
  /** Counted from 1. */
  line: number;
  text: string;
  /** Null where it is not a user id. */
  id: number | null;
  /** Whether something was cut off at the first "-" or "_". */
  isCut: boolean;
  isDuplicate: boolean;
}

export interface UserIds {
  /** Each once, in the order in which they were pasted. */
  ids: number[];
  tokens: UserIdToken[];
}

/**
 * Reads pasted user ids: split at blanks and line ends, or at what stands `between` them on other screens, cut at the
 * first "-" or "_", what is empty or not seen dropped, each kept once (specification 2, section 5).
 */
export function readUserIds(text: string, between = /\s+/): UserIds {
  const tokens: UserIdToken[] = [];
  const ids = new Set<number>();
  for (const [index, line] of withoutInvisible(text)
    .split(/\r\n|\r|\n/)
    .entries()) {
    for (const token of line.split(between)) {
      if (token === "") continue;
      const [kept = ""] = token.split(/[-_]/, 1);
      const id = parseId(kept);
      const isDuplicate = id !== null && ids.has(id);
      if (id !== null) ids.add(id);
      tokens.push({ line: index + 1, text: token, id, isCut: id !== null && kept !== token, isDuplicate });
    }
  }
  return { ids: [...ids], tokens };
}

function parseId(text: string): number | null {
  const id = /^[0-9]{1,20}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= LARGEST_ID ? id : null;
}

/** What is said of something that is not a user id; `MESSAGES.invalidIds` stands beside it. */
export const invalidUserId = (value: string): string =>
  MESSAGES.invalidUserId(value.length > REPEATED ? `${value.slice(0, REPEATED)}…` : value);

/** Why pasted user ids can not be used on a screen, or null. */
export function whyNotUseIds(text: string, kind: BulkScreenKind, version: BulkVersion): string | null {
  const limit = bulkIdsLimit(kind, version);
  if (text.length > limit) return `Use at most ${limit.toLocaleString("en-US")} characters.`;
  const { ids, tokens } = readUserIds(text);
  const invalid = tokens.find(({ id }) => id === null);
  if (invalid) return invalidUserId(invalid.text);
  return ids.length === 0 ? MESSAGES.invalidIds : null;
}

/** How a row's state is shown: done 100, on its way 0, failed X (specification 2, section 3). */
export const bulkProgress = (state: BulkItemState): 100 | 0 | "X" =>
  state === "DONE" ? 100 : state === "FAILED" || state === "CANCELLED" ? "X" : 0;

/** The ring of an ACH row: active while it is pending, otherwise success or exception (specification 2, section 4). */
export const achProgress = (state: BulkItemState): "active" | "success" | "exception" => {
  const progress = bulkProgress(state);
  return progress === 0 ? "active" : progress === 100 ? "success" : "exception";
};

/** Whether nothing of the batch is left to be done. */
export const isBatchOver = (state: BulkBatchState): boolean => state === "COMPLETED" || state === "CANCELLED";

/** How many rows of a job there are to be done, and how many are: what payment automation left out is not work. */
export function batchProgress({
  kind,
  total,
  completedCount,
  counts,
}: {
  kind: BulkKind;
  total: number;
  completedCount: number;
  counts: { cancelled: number };
}): { completed: number; total: number } {
  const leftOut = kind === "AUTOMATION" ? counts.cancelled : 0;
  return { completed: completedCount - leftOut, total: total - leftOut };
}
