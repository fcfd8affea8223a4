import { snapshotLabel } from "@countinghouse/validators/bank-statistics/rules";
import type { ListBankSnapshots } from "@countinghouse/validators/bank-statistics/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { CUSTOMER_NAME } from "../applications/rows.ts";
import { isReceived } from "../asset-reports/read.ts";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import type { WithPorts } from "../ports.ts";

/** More than this many reports on their way are not asked for at once. */
const MOST_AWAITED = 5;

/**
 * The snapshots of a user, one for each asset report that came, newest first; reports on their way are asked for
 * first. Dates are New York days. A report that followed another one is a refresh of it; the newest one that was there
 * when an application was funded is that of the funding. With whose they are. Throws NOT_FOUND for an unknown user.
 */
export async function listBankSnapshots(ctx: AdminCtx<WithPorts<"bankLink">>, { userId }: ListBankSnapshots) {
  const customer = found(
    await ctx.db.user.findUnique({ where: { id: userId }, select: CUSTOMER_NAME }),
    unknownUser(userId),
  );
  const awaited = await ctx.db.assetReport.findMany({
    where: { userId, state: "PENDING" },
    orderBy: { id: "desc" },
    take: MOST_AWAITED,
    select: { id: true, tokenSealed: true },
  });
  await Promise.all(awaited.map((report) => isReceived(ctx, report)));
  const reports = await ctx.db.assetReport.findMany({
    where: { userId, state: "READY" },
    orderBy: [{ requestedAt: "asc" }, { id: "asc" }],
    select: { id: true, requestedAt: true },
  });
  const funded = await ctx.db.application.findMany({
    where: { userId, fundedAt: { not: null } },
    orderBy: { fundedAt: "asc" },
    select: { fundedAt: true },
  });
  const fundings = funded.flatMap(({ fundedAt }) => fundedAt ?? []);
  const fundedBy = new Map(
    fundings.map((at) => [reports.findLast(({ requestedAt }) => requestedAt <= at)?.id, newYorkDate(at)]),
  );
  const lastFunding = fundings.at(-1);
  const snapshots = reports.map(({ id, requestedAt }, index) => {
    const date = newYorkDate(requestedAt);
    const dates = { date, trxRefresh: index === 0 ? null : date, fundedDate: fundedBy.get(id) ?? null };
    return { id, key: String(id), requestedAt, ...dates, label: snapshotLabel(dates) };
  });
  return {
    customer,
    fundedDate: lastFunding ? newYorkDate(lastFunding) : null,
    snapshots: snapshots.toReversed(),
  };
}
