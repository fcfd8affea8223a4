import type {
  GetUnderwriting,
  GetVantageScore,
  ListDecisions,
} from "@countinghouse/validators/decisions/schemas";
import type { AdminCtx } from "../context.ts";
import { centsOrNull } from "../stored-values.ts";

/** What the decision engine said on a user's applications, the latest first. */
export const listDecisions = (ctx: AdminCtx, { userId }: ListDecisions) =>
  ctx.db.decision.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      applicationId: true,
      flowType: true,
      createdAt: true,
      outcome: true,
      outcomeReasons: true,
      primaryDeclineReason: true,
      decisionUrl: true,
    },
  });

/** What was looked at when the newest application was underwritten, in cents; null when it was not yet. */
export async function getUnderwriting(ctx: AdminCtx, { userId }: GetUnderwriting) {
  const application = await ctx.db.application.findFirst({
    where: { userId },
    orderBy: { id: "desc" },
    select: { underwriting: true },
  });
  const facts = application?.underwriting;
  if (!facts) return null;
  return {
    ...facts,
    requestedAmountCents: centsOrNull(facts.requestedAmountCents),
    estimatedMonthlyRevenueCents: centsOrNull(facts.estimatedMonthlyRevenueCents),
    statedMonthlyRevenueCents: centsOrNull(facts.statedMonthlyRevenueCents),
    averageDailyBalance90Cents: centsOrNull(facts.averageDailyBalance90Cents),
    minimumBalance90Cents: centsOrNull(facts.minimumBalance90Cents),
  };
}

/** The Vantage score of every application that has one, the latest first. */
export async function getVantageScore(ctx: AdminCtx, { userId }: GetVantageScore) {
  const applications = await ctx.db.application.findMany({
    where: { userId, vantageScore: { not: null } },
    orderBy: { id: "desc" },
    select: { id: true, vantageScore: true, createdAt: true },
  });
  return applications.flatMap(({ id, vantageScore, createdAt }) =>
    vantageScore === null ? [] : [{ applicationId: id, score: vantageScore, appliedAt: createdAt }],
  );
}
