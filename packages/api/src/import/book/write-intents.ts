import type { PaymentState, Tx } from "@countinghouse/db";
import { startOfDay } from "@countinghouse/validators/new-york";
import type { Posting } from "../../ledger/post.ts";
import { moveIntents } from "../../payments/state.ts";

/** Whose book is written, and from where it comes. */
export interface Target {
  userId: number;
  /** The customer's id in the source. */
  customer: string;
  source: string;
  /** In whose name: the admin of the import. */
  adminId: string;
  now: Date;
}

/** The other side of everything that was before the move: it stands in the books of the lender's former system. */
export const BEFORE_THE_MOVE: Posting["account"] = { code: "opening:before-import", type: "LIABILITY" };

/** How the provider of an attempt is called that was never made from here. */
const IMPORTED = "import";

/** A moment as it is said, or when a day began in New York. */
export const momentOfText = (said: string): Date => (said.includes("T") ? new Date(said) : startOfDay(said));

/** Something of before the move, as an intent that has ended. */
export interface ImportedIntent {
  businessKey: string;
  kind: "FUND" | "MANUAL";
  paymentType: "DEBIT" | "CREDIT";
  applicationId: number | null;
  amountCents: number;
  day: string;
  failureCode?: string;
}

/** Writes intents of one end, each with its one attempt, which was never made from here; returns their ids by business key. */
export async function writeIntents(
  tx: Tx,
  { userId, adminId }: Target,
  intents: readonly ImportedIntent[],
  path: readonly PaymentState[],
): Promise<Map<string, string>> {
  const made = await tx.paymentIntent.createManyAndReturn({
    data: intents.map(({ day, failureCode = "", ...facts }) => ({
      ...facts,
      userId,
      createdById: adminId,
      createdAt: startOfDay(day),
      failureCode,
    })),
    select: { id: true, businessKey: true },
  });
  const ids = new Map(made.map(({ id, businessKey: key }) => [key, id]));
  const outcome = path.find((state) => state !== "READY" && state !== "SENDING") ?? "SUCCEEDED";
  await tx.paymentAttempt.createMany({
    data: intents.map(({ businessKey: key, day }) => ({
      intentId: ids.get(key) ?? "",
      sequence: 1,
      provider: IMPORTED,
      providerKey: key,
      outcome,
      sentAt: startOfDay(day),
      finishedAt: startOfDay(day),
    })),
  });
  await moveIntents(tx, [...ids.values()], "CREATED", path);
  return ids;
}
