import type { PaymentDirection, PaymentMode } from "@countinghouse/validators/payments/kinds";
import { RECONCILIATION_REASONS as REASON } from "@countinghouse/validators/reconciliation/rules";
import { keyAsTold } from "../payments/reports/reported.ts";
import type { FundingRail, Movement } from "./funded.ts";
import type { Days, FindCalls, KnownCall, ProductPayment } from "./product.ts";

/** What a processor has of some payments, and of others of the same days. */
export interface ProcessorFindings {
  transactions: Movement[];
  /** Why it has nothing of a payment, or has one that ended otherwise here; by unique reference. */
  reasons: Map<string, string>;
  /** Unique references of payments that it could not be asked about: nothing is said to be missing of those. */
  unasked: Set<string>;
  /** Days of which it has no whole report: what nobody here knows of them is not found. */
  daysWithoutReport: string[];
}

/** Which payments are compared. */
export interface Compared {
  days: Days;
  /** Today in New York. */
  today: string;
  kinds: readonly PaymentMode[];
  directions: readonly PaymentDirection[];
}

export const noFindings = (): ProcessorFindings => ({
  transactions: [],
  reasons: new Map(),
  unasked: new Set(),
  daysWithoutReport: [],
});

/** A payment of ours as its processor has it: neither tells, in our terms, the customer or the day. */
export const asFound = (
  { rail, uniqueRef, kind, paymentId, userId, sentOn, standing }: ProductPayment,
  direction: PaymentDirection,
  amountCents: number | null,
): Movement => ({
  sourceSystem: "payliance",
  paymentType: rail,
  direction,
  kind,
  paymentId,
  uniqueRef,
  // Of what failed here the product has no line beside it that would tell them.
  userId: standing === "failed" ? userId : null,
  fundedDate: standing === "failed" ? sentOn : null,
  disbursementAmountCents: amountCents,
});

/** Something that a processor has moved and that is none of the payments that were asked about. */
export interface Stranger {
  key: string | null;
  reference: string;
  direction: PaymentDirection;
  amountCents: number;
  day: string;
}

/** Those that we know nothing of, or take for failed or unknown; what went through on another day is none of them. */
export async function addStrangers(
  findings: ProcessorFindings,
  rail: FundingRail,
  strangers: readonly Stranger[],
  { kinds }: Pick<Compared, "kinds">,
  findCalls: FindCalls,
): Promise<void> {
  if (strangers.length === 0) return;
  const namesOf = ({ key, reference }: Stranger) => [reference, ...(key ? keyAsTold(key).in : [])];
  const calls = await findCalls(strangers.flatMap(namesOf));
  const byName = new Map<string, KnownCall>(
    calls.flatMap((call) => [[call.key, call] as const, [call.reference ?? call.key, call] as const]),
  );
  for (const stranger of strangers) {
    const { reference, direction, amountCents, day } = stranger;
    const call = namesOf(stranger)
      .map((name) => byName.get(name))
      .find((known) => known !== undefined);
    if (call?.standing === "paid" || (call && (call.kind === null || !kinds.includes(call.kind)))) continue;
    if (call) findings.reasons.set(reference, call.standing === "open" ? REASON.openHere : REASON.failedHere);
    findings.transactions.push({
      sourceSystem: "payliance",
      paymentType: rail,
      direction,
      kind: call?.kind ?? null,
      paymentId: call?.paymentId ?? null,
      uniqueRef: reference,
      userId: call?.userId ?? null,
      fundedDate: day,
      disbursementAmountCents: amountCents,
    });
  }
}

/** Processors ask not to be asked in haste. */
const AT_ONCE = 4;

/** Does the work for each, a few at once. The first failure is thrown, and nothing more is begun. */
export async function eachAtOnce<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items].values();
  let failed = false;
  const worker = async () => {
    for (const item of queue) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
