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

/** A payment is reported no more than this many days after the call for it. */
const REPORTED_WITHIN_DAYS = 10;

/**
 * The attempt that a report is about: by the processor's reference or our key; else the one that a person matched it with;
 * else by the key that the processor tells when it is asked; else, where it tells none, the one attempt without an answer
 * that has the same rail, direction, amount and last digits, sent shortly before. Null where there is none, or more than one: a person decides.
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
  // A key that nobody here knows is another payment's, however alike the two are: it may be one that a backup forgot.
  if (key !== null || told !== null) return null;
  const where = likeReported(reported);
  if (where === null) return null;
  const like = await db.read.paymentAttempt.findMany({ where, take: 2, select: MATCHED });
  return like.length === 1 ? (like[0] ?? null) : null;
}

/** That the processor can not be asked says nothing: the report waits, and is tried again. */
async function resolveKey(tools: Pick<ReportTools, "findKey">, reference: string): Promise<string | null> {
  try {
    return await tools.findKey(reference);
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

/** Attempts without an answer that a report without our key may be about; null where it names no account or card. */
export function likeReported(reported: Reported): Prisma.PaymentAttemptWhereInput | null {
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
