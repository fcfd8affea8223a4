import { setTimeout as wait } from "node:timers/promises";
import { readCollectionIds } from "@countinghouse/validators/collections/rules";
import type { ListCollection } from "@countinghouse/validators/collections/schemas";
import { isReceived } from "../asset-reports/read.ts";
import type { AdminCtx } from "../context.ts";
import type { WithPorts } from "../ports.ts";
import { assetReportName } from "./documents.ts";
import type { CollectionIncome } from "./income.ts";
import { loadIncomes } from "./load-incomes.ts";

/** What is known of a user from their banks; no income without a report that came. */
export interface CollectionBankData {
  userId: number;
  income: CollectionIncome | null;
  /** How many reports there are, and how many are on their way. */
  assetReports: { ready: number; pending: number };
  /** The name of the newest one in a zip file. */
  assetReportName: string | null;
}

/** More than this many reports on their way are not asked for at once, nor waited for longer. */
const MOST_AWAITED = 20;
const AWAITED_MS = 5_000;

/** What is known of the users of pasted ids from their banks, of each that is there. */
export async function listBankData(
  ctx: AdminCtx<WithPorts<"bankLink">>,
  input: ListCollection,
): Promise<CollectionBankData[]> {
  const { ids } = readCollectionIds(input.userIds);
  await ctx.reading.note({ userIds: ids });
  return readBankData(ctx, ids);
}

/** What is known of these users from their banks; reports on their way are asked for first. */
export async function readBankData(
  ctx: AdminCtx<WithPorts<"bankLink">>,
  ids: readonly number[],
): Promise<CollectionBankData[]> {
  await receiveAwaited(ctx, ids);
  const [reports, incomes] = await Promise.all([readReports(ctx, ids), loadIncomes(ctx, ids)]);
  const byUser = Map.groupBy(reports, ({ userId }) => userId);
  return [...byUser].map(([userId, ofUser]) => {
    const ready = ofUser.filter(({ state }) => state === "READY");
    const newest = ready.at(-1);
    return {
      userId,
      income: incomes.get(userId) ?? null,
      assetReports: { ready: ready.length, pending: ofUser.length - ready.length },
      assetReportName: newest ? assetReportName(newest) : null,
    };
  });
}

const readReports = (ctx: AdminCtx, ids: readonly number[]) =>
  ctx.db.assetReport.findMany({
    where: { userId: { in: [...ids] }, state: { in: ["READY", "PENDING"] } },
    orderBy: [{ requestedAt: "asc" }, { id: "asc" }],
    select: { userId: true, state: true, requestedAt: true },
  });

/** Whoever looks does not wait for a provider who takes long: what comes later is there the next time. */
async function receiveAwaited(ctx: AdminCtx<WithPorts<"bankLink">>, ids: readonly number[]): Promise<void> {
  const awaited = await ctx.db.assetReport.findMany({
    where: { userId: { in: [...ids] }, state: "PENDING" },
    orderBy: { id: "desc" },
    take: MOST_AWAITED,
    select: { id: true, tokenSealed: true },
  });
  if (awaited.length === 0) return;
  const over = new AbortController();
  await Promise.race([
    Promise.all(awaited.map((report) => receive(ctx, report))),
    wait(AWAITED_MS, null, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
}

/** One that breaks keeps no other back. */
async function receive(
  ctx: AdminCtx<WithPorts<"bankLink">>,
  report: { id: number; tokenSealed: Uint8Array | null },
): Promise<void> {
  try {
    await isReceived(ctx, report);
  } catch (error) {
    ctx.services.log.error(
      { assetReportId: report.id, error: String(error) },
      "an asset report was not received",
    );
  }
}
