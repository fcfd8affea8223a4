import type { PaymentState, Prisma } from "@countinghouse/db";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { addDays } from "@countinghouse/validators/new-york";
import { IMPORTED } from "@countinghouse/validators/payments/kinds";
import type { Core } from "../../core.ts";
import type { ReportTools } from "./apply.ts";
import { reportedMove } from "./follow.ts";
import { keyAsTold, type Reported, reportedDirection, reportedLast4, reportedReversal } from "./reported.ts";

export interface MatchedAttempt {
  intentId: string;
  outcome: PaymentState | null;
  intent: { kind: string; amountCents: bigint };
}

const MATCHED = {
  intentId: true,
  outcome: true,
  intent: { select: { kind: true, amountCents: true } },
} as const;

/** The most days from the call for a payment to its report. */
const REPORTED_WITHIN_DAYS = 10;

/**
 * Returns the attempt that a report is about, or null when there is none or more than one: then a person decides. Finds it by
 * - the processor's reference or our key;
 * - else the payment that a person matched with the report;
 * - else, for moved money only, the key that the processor returns when it is asked;
 * - else, without any key, the only unanswered attempt of the same rail, direction, amount and last digits, sent shortly before.
 */
export async function findAttempt(
  { db }: Pick<Core, "db">,
  reported: Reported,
  tools: Pick<ReportTools, "findKey">,
  matchedIntentId: string | null,
): Promise<MatchedAttempt | null> {
  const { provider, key, reference } = reported;
  const find = (where: Prisma.PaymentAttemptWhereInput): Promise<MatchedAttempt | null> =>
    db.read.paymentAttempt.findFirst({ where: { provider, ...where }, select: MATCHED });
  const named = await find({
    OR: [{ providerReference: reference }, ...(key ? [{ providerKey: keyAsTold(key) }] : [])],
  });
  if (named !== null) return named;
  if (matchedIntentId !== null)
    return find({ intentId: matchedIntentId, provider: { in: [provider, IMPORTED] } });
  if (reportedMove(reported) === undefined) return null;
  const told = provider === "payliance" && key === null ? await resolveKey(tools, reference) : null;
  const asked = told === null ? null : await find({ providerKey: keyAsTold(told) });
  if (asked !== null) return asked;
  // A key that is not known here belongs to another payment, however similar: a restored backup may lack that payment.
  if (key !== null || told !== null) return null;
  const where = likeReported(reported);
  if (where === null) return null;
  const like = await db.read.paymentAttempt.findMany({ where, take: 2, select: MATCHED });
  return like.length === 1 ? (like[0] ?? null) : null;
}

/** Returns null when the processor cannot be asked: the report waits and is retried. */
async function resolveKey(tools: Pick<ReportTools, "findKey">, reference: string): Promise<string | null> {
  try {
    return await tools.findKey(reference);
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

/** Returns the filter of unanswered attempts for a report without our key; null when the report names no account or card. */
function likeReported(reported: Reported): Prisma.PaymentAttemptWhereInput | null {
  const last4 = reportedLast4(reported);
  if (last4 === null) return null;
  const direction = reportedDirection(reported);
  const undone = reportedReversal(reported);
  return {
    provider: reported.provider,
    outcome: null,
    providerReference: null,
    sentAt: {
      gte: new Date(addDays(reported.day, -REPORTED_WITHIN_DAYS)),
      lt: new Date(addDays(reported.day, 2)),
    },
    intent: {
      amountCents: reported.amountCents,
      instrumentLast4: last4,
      ...(direction !== null && { paymentType: direction }),
      ...(undone && { kind: "REFUND" }),
      ...(undone?.sale && { parent: { attempts: { some: { providerReference: undone.sale } } } }),
    },
  };
}
