import type { Clock } from "../clock.ts";
import { dayAt } from "../days.ts";
import { type CardAccount, newId } from "./accounts.ts";
import type { Course } from "./outcomes.ts";

/** What befell a transaction later, before it stands in a report. */
export interface Mark {
  type: string;
  code: string;
  status?: string | undefined;
}

/** A try to give a pull back, in whole or in part. */
export interface Reversal {
  status: string;
  networkRC: string | null;
  amountCents: number;
}

export interface Transaction {
  transactionID: string;
  referenceID: string;
  type: "pull" | "push";
  amountCents: number;
  /** What a bank approved when it approved a part only. */
  partialCents: number | null;
  account: CardAccount;
  status: "PENDING" | Course["finally"];
  networkRC: string | null;
  approvalCode: string;
  networkID: string;
  createdAt: Date;
  /** When it came to its end; null while it is PENDING, and for good where that is UNKNOWN. */
  processedAt: Date | null;
  /** When it was given back whole. */
  reversedAt: Date | null;
  /** Newest first. */
  reversals: Reversal[];
  /** In how many answers that arrived its id stood. */
  timesTold: number;
  /** What the next report has to tell. */
  marks: Mark[];
}

export interface Transactions {
  /** Undefined when the reference was used before. Its status is its last one, or PENDING when that takes a while. */
  take(
    order: Pick<Transaction, "referenceID" | "type" | "amountCents" | "account">,
    course: Course,
  ): Transaction | undefined;
  /** Puts in a pull or push that was paid before this sandbox was started; one whose id is there already stays as it is. */
  plant(
    paid: Pick<
      Transaction,
      "transactionID" | "referenceID" | "type" | "amountCents" | "account" | "createdAt"
    >,
  ): void;
  /** A reference is the same in upper and lower case. */
  byReference(referenceID: string): Transaction | undefined;
  byId(transactionID: string): Transaction | undefined;
  /** Settled at the end of its day in New York. */
  isSettled(transaction: Transaction): boolean;
  /** Newest first. */
  list(): Transaction[];
  clear(): void;
}

/** No transactions yet. */
export function createTransactions(clock: Clock): Transactions {
  const byReference = new Map<string, Transaction>();
  const byId = new Map<string, Transaction>();
  return {
    take: (order, course) => {
      const reference = order.referenceID.toLowerCase();
      if (byReference.has(reference)) return undefined;
      const number = String(byId.size + 1);
      const transaction: Transaction = {
        ...order,
        transactionID: newId(),
        partialCents: course.partialCents,
        status: course.slow ? "PENDING" : course.finally,
        networkRC: course.slow ? null : (course.answer.networkRC ?? null),
        approvalCode: number.padStart(6, "0"),
        networkID: number.padStart(12, "0"),
        createdAt: clock.now(),
        processedAt: course.slow ? null : clock.now(),
        reversedAt: null,
        reversals: [],
        timesTold: 0,
        marks: [],
      };
      byReference.set(reference, transaction);
      byId.set(transaction.transactionID, transaction);
      return transaction;
    },
    plant: (paid) => {
      if (byId.has(paid.transactionID)) return;
      const number = String(byId.size + 1);
      const transaction: Transaction = {
        ...paid,
        partialCents: null,
        status: "COMPLETED",
        networkRC: "00",
        approvalCode: number.padStart(6, "0"),
        networkID: number.padStart(12, "0"),
        processedAt: paid.createdAt,
        reversedAt: null,
        reversals: [],
        timesTold: 0,
        marks: [],
      };
      byReference.set(paid.referenceID.toLowerCase(), transaction);
      byId.set(paid.transactionID, transaction);
    },
    byReference: (referenceID) => byReference.get(referenceID.toLowerCase()),
    byId: (transactionID) => byId.get(transactionID),
    isSettled: ({ createdAt }) => dayAt(createdAt) < dayAt(clock.now()),
    list: () => Array.from(byId.values()).toReversed(),
    clear: () => {
      byReference.clear();
      byId.clear();
    },
  };
}

/** Whether all of it or a part has moved. */
export const hasMoved = ({ status }: Transaction): boolean =>
  status === "COMPLETED" || status === "PARTIAL_COMPLETED";
