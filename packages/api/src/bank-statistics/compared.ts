import type { Statement } from "@countinghouse/db";
import { StoredReport } from "../asset-reports/stored.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { LinkedAccount } from "./matches.ts";

export const NO_SNAPSHOT = "There is no such snapshot.";

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

export interface ReadSnapshot {
  id: number;
  requestedAt: Date;
  report: StoredReport;
}

/** A report of a user that came; the newest when none is named, null without any. Throws NOT_FOUND. */
export async function readSnapshot(
  ctx: AdminCtx,
  userId: number,
  snapshotId: number | null,
): Promise<ReadSnapshot | null> {
  const [row] = await ctx.db.sql<SnapshotRow>(SNAPSHOT, [userId, snapshotId]);
  if (!row && snapshotId !== null) throw new DomainError("NOT_FOUND", NO_SNAPSHOT);
  return row ? { id: row.id, requestedAt: row.requested_at, report: StoredReport.parse(row.report) } : null;
}

/** The first report of the application that a snapshot belongs to; null where there is no earlier one. */
export async function firstOfApplication(
  ctx: AdminCtx,
  userId: number,
  { id, requestedAt }: ReadSnapshot,
): Promise<StoredReport | null> {
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
  return first && StoredReport.parse(first.report);
}

/** What the provider linked; what was added by hand it can not know. */
export async function linkedAccounts(ctx: AdminCtx, userId: number): Promise<LinkedAccount[]> {
  const rows = await ctx.db.bankAccount.findMany({
    where: { isManuallyAdded: false, replacedAt: null, bankLink: { userId, isActive: true } },
    select: { providerAccountId: true, mask: true },
  });
  return rows.map(({ providerAccountId, mask }) => ({ accountId: providerAccountId, mask }));
}

/** The names that an owner of an account may have: the customer's and those of the business. */
export async function readNames(ctx: AdminCtx, userId: number): Promise<string[]> {
  const { firstname, lastname, businessName, companyName } = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { firstname: true, lastname: true, businessName: true, companyName: true },
  });
  return [`${firstname} ${lastname}`, businessName, companyName];
}
