import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { startOfDay } from "@countinghouse/validators/new-york";
import { IMPORTED } from "@countinghouse/validators/payments/kinds";
import type { IMPORTED_STATES } from "@countinghouse/validators/payments/states";
import { insertRows, newId } from "../../insert-rows.ts";
import type { Posting } from "../../ledger/post.ts";
import type { CustomerBook, Movement } from "./customer-book.ts";
import type { StandingOpening } from "./opening.ts";

/** From where a book comes, and in whose name it is written. */
export interface Target {
  source: string;
  /** The import, which each row names. */
  runId: string;
  /** The admin of the import. */
  adminId: string;
  now: Date;
  /** Whether the console decides by itself already (`isAtWork`). */
  isAtWork: boolean;
  /** Signs what is posted. */
  vault: Vault;
}

/** What is written of a customer in one go. */
export interface Part {
  userId: number;
  /** The customer's id in the source. */
  customer: string;
  book: CustomerBook;
  /** The oldest first. */
  movements: readonly Movement[];
  /** The opening balance that these take the place of. */
  replaces: StandingOpening | null;
}

/** The other side of everything that was before the move: it stands in the books of the lender's former system. */
export const BEFORE_THE_MOVE: Posting["account"] = { code: "opening:before-import", type: "LIABILITY" };

/** A moment as it is said, or when a day began in New York. */
export const momentOfText = (said: string): Date => (said.includes("T") ? new Date(said) : startOfDay(said));

/** Something of before the move, as an intent that has ended. */
export interface ImportedIntent {
  businessKey: string;
  userId: number;
  kind: "FUND" | "MANUAL";
  paymentType: "DEBIT" | "CREDIT";
  applicationId: number | null;
  amountCents: number;
  day: string;
  failureCode?: string;
  /** Of a funding: nothing of it is to follow. */
  postFundedAt?: Date;
  outcome: Outcome;
}

export type Outcome = (typeof IMPORTED_STATES)[number];

/** Writes intents that have ended, each with its one attempt, which was never made from here; returns their ids by business key. */
export async function writeIntents(
  tx: Tx,
  { adminId, runId, now }: Target,
  intents: readonly ImportedIntent[],
): Promise<Map<string, string>> {
  if (intents.length === 0) return new Map();
  const ids = new Map(intents.map(({ businessKey: key }) => [key, newId(now)]));
  await insertRows(
    tx,
    "payment_intent",
    intents.map(({ businessKey: key, day, failureCode = "", postFundedAt = null, outcome, ...facts }) => ({
      id: ids.get(key) ?? "",
      ...facts,
      businessKey: key,
      createdById: adminId,
      importRunId: runId,
      createdAt: startOfDay(day),
      failureCode,
      postFundedAt,
      state: outcome,
    })),
  );
  await insertRows(
    tx,
    "payment_attempt",
    intents.map(({ businessKey: key, day, outcome }) => ({
      id: newId(now),
      intentId: ids.get(key) ?? "",
      sequence: 1,
      provider: IMPORTED,
      providerKey: key,
      outcome: outcome === "RETURNED" ? ("SUBMITTED" as const) : outcome,
      sentAt: startOfDay(day),
      finishedAt: startOfDay(day),
    })),
  );
  return ids;
}
