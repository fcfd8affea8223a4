import type { GetBankStatistics } from "@countinghouse/validators/bank-statistics";
import { StoredReport } from "../asset-reports/stored.ts";
import type { AdminCtx } from "../context.ts";
import { headlineOf } from "./headline.ts";

/**
 * What bank data we hold of a user and its headline numbers, from the newest asset report that came; null when none did.
 * Amounts are in cents.
 */
export async function getBankStatistics(ctx: AdminCtx, { userId }: GetBankStatistics) {
  const row = await ctx.db.assetReport.findFirst({
    where: { userId, state: "READY" },
    orderBy: { id: "desc" },
    select: { id: true, report: true },
  });
  if (row === null) return null;
  const report = StoredReport.parse(row.report);
  return {
    reportId: row.id,
    generatedAt: report.generatedAt,
    daysRequested: report.days,
    ...headlineOf(report),
  };
}
