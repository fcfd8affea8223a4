import type { Statement } from "@countinghouse/db";
import { STATISTICS_PAGE_SIZE } from "@countinghouse/validators/bank-statistics/rules";
import type {
  GetBankStatistics,
  ListFlowTransactions,
} from "@countinghouse/validators/bank-statistics/schemas";
import { StoredReport } from "../asset-reports/stored.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";
import { toBook } from "./book.ts";
import { flowIn, toFigure } from "./flows.ts";
import { assetMatch, nameMatch, transactionMatch } from "./matches.ts";
import { transactionsIn } from "./periods.ts";
import { moneySeries } from "./series.ts";
import { calculateStatistics } from "./statistics.ts";

/**
 * What bank data a snapshot of a user holds and all numbers made from it; the newest one when none is named, and null
 * when there is none. Amounts are in cents. Throws NOT_FOUND for a snapshot that is not the user's.
 */
export async function getBankStatistics(ctx: AdminCtx, { userId, snapshotId }: GetBankStatistics) {
  const snapshot = await readSnapshot(ctx, userId, snapshotId);
  if (snapshot === null) return null;
  const { id, report } = snapshot;
  return {
    reportId: id,
    generatedAt: report.generatedAt,
    daysRequested: report.days,
    ...calculateStatistics(report),
    series: moneySeries(report),
    matches: {
      transactions: await matchWithApplication(ctx, userId, snapshot),
      assets: assetMatch(report, await linkedAccounts(ctx, userId)),
      name: nameMatch(report, await readNames(ctx, userId)),
    },
  };
}

/**
 * The transactions behind a number, newest first, a page at a time, with what all of them come to. Throws NOT_FOUND
 * without a snapshot.
 */
export async function listFlowTransactions(ctx: AdminCtx, input: ListFlowTransactions) {
  const { userId, snapshotId, flow, period, page } = input;
  const { report } = found(await readSnapshot(ctx, userId, snapshotId), NO_SNAPSHOT);
  const { days, transactions } = transactionsIn(toBook(report), period);
  const ofFlow = flowIn(transactions, flow).toReversed();
  const begin = (page - 1) * STATISTICS_PAGE_SIZE;
  const accounts = new Map(
    report.items
      .flatMap((item) => item.accounts)
      .map(({ accountId, name, mask }) => [accountId, { account: name, mask }]),
  );
  return {
    ...toFigure(ofFlow),
    page,
    pages: Math.ceil(ofFlow.length / STATISTICS_PAGE_SIZE),
    startDate: days?.startDate ?? null,
    endDate: days?.endDate ?? null,
    transactions: ofFlow
      .slice(begin, begin + STATISTICS_PAGE_SIZE)
      .map(({ id, accountId, date, description, amountCents, tag }) => ({
        id,
        date,
        name: description,
        amountCents,
        category: tag,
        ...(accounts.get(accountId) ?? { account: "", mask: null }),
      })),
  };
}

const NO_SNAPSHOT = "There is no such snapshot.";

/** A plain statement: a report may hold many megabytes, which Prisma would go through twice. */
const SNAPSHOT: Statement = {
  name: "bankStatistics.snapshot",
  text: `SELECT id, requested_at, report FROM asset_report
    WHERE user_id = $1 AND state = 'READY' AND ($2::int IS NULL OR id = $2)
    ORDER BY requested_at DESC, id DESC LIMIT 1`,
};

interface SnapshotRow {
  id: number;
  requested_at: Date;
  report: unknown;
}

async function readSnapshot(ctx: AdminCtx, userId: number, snapshotId: number | null) {
  const [row] = await ctx.db.sql<SnapshotRow>(SNAPSHOT, [userId, snapshotId]);
  if (!row && snapshotId !== null) throw new DomainError("NOT_FOUND", NO_SNAPSHOT);
  return row ? { id: row.id, requestedAt: row.requested_at, report: StoredReport.parse(row.report) } : null;
}

/** How much of the first report of the application that a snapshot belongs to is found again in the snapshot. */
async function matchWithApplication(
  ctx: AdminCtx,
  userId: number,
  { id, requestedAt, report }: { id: number; requestedAt: Date; report: StoredReport },
) {
  const application = await ctx.db.application.findFirst({
    where: { userId, createdAt: { lte: requestedAt } },
    orderBy: { createdAt: "desc" },
    select: { createdAt: true },
  });
  if (application === null) return null;
  const first = await ctx.db.assetReport.findFirst({
    where: {
      userId,
      state: "READY",
      requestedAt: { gte: application.createdAt, lt: requestedAt },
      id: { not: id },
    },
    orderBy: [{ requestedAt: "asc" }, { id: "asc" }],
    select: { report: true },
  });
  return first && transactionMatch(StoredReport.parse(first.report), report);
}

/** What the provider linked; what was added by hand it can not know. */
async function linkedAccounts(ctx: AdminCtx, userId: number) {
  const rows = await ctx.db.bankAccount.findMany({
    where: { isManuallyAdded: false, replacedAt: null, bankLink: { userId, isActive: true } },
    select: { providerAccountId: true, mask: true },
  });
  return rows.map(({ providerAccountId, mask }) => ({ accountId: providerAccountId, mask }));
}

async function readNames(ctx: AdminCtx, userId: number): Promise<string[]> {
  const { firstname, lastname, businessName, companyName } = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { firstname: true, lastname: true, businessName: true, companyName: true },
  });
  return [`${firstname} ${lastname}`, businessName, companyName];
}
