import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Statement } from "@countinghouse/db";
import { COLLECTION_INCOME_DAYS } from "@countinghouse/validators/collections/rules";
import { type CategoryChange, toChanges } from "../bank-statistics/changes.ts";
import type { ReportedMoney } from "../bank-statistics/transactions.ts";
import type { AdminCtx } from "../context.ts";
import { type CollectionIncome, collectionIncome } from "./income.ts";

/** What the days of the income are seen against: a deposit is taken back within ten, a transfer arrives within three. */
const DAYS_BEFORE = 30;

/**
 * Of the newest report of each user the posted transactions of the last days, account by account. Whole reports hold many
 * megabytes, of which the income needs little.
 */
const RECENT: Statement = {
  name: "collections.recent-transactions",
  text: `WITH newest AS (
      SELECT DISTINCT ON (user_id) id, user_id, report FROM asset_report
      WHERE user_id = ANY($1::int[]) AND state = 'READY' ORDER BY user_id, requested_at DESC, id DESC)
    SELECT n.user_id AS "userId", (SELECT jsonb_agg(jsonb_build_object('accountId', a->'accountId', 'transactions',
        jsonb_path_query_array(a, '$.transactions[*] ? (@.date > $since)', jsonb_build_object('since', days.since))))
      FROM jsonb_path_query(n.report, '$.items[*].accounts[*]') a) AS accounts,
      (SELECT jsonb_agg(jsonb_build_object('transactionId', c.transaction_id, 'category', c.category))
        FROM transaction_category c WHERE c.report_id = n.id) AS changes
    FROM newest n
    CROSS JOIN LATERAL (SELECT (max(d#>>'{}')::date - $2::int)::text AS since FROM jsonb_path_query(n.report,
      '$.items[*].accounts[*].transactions[*] ? (@.pending == false).date') d) days
    WHERE days.since IS NOT NULL`,
};

interface RecentRow {
  userId: number;
  accounts: ReportedMoney["items"][number]["accounts"];
  changes: Pick<CategoryChange, "transactionId" | "category">[] | null;
}

/** The income of those of these users of whom there are bank data, by their ids. */
export async function loadIncomes(
  ctx: Pick<AdminCtx, "db">,
  userIds: readonly number[],
): Promise<Map<number, CollectionIncome>> {
  const days = COLLECTION_INCOME_DAYS + DAYS_BEFORE;
  const rows = await ctx.db.sql<RecentRow>(RECENT, [userIds, days]);
  const incomes = new Map<number, CollectionIncome>();
  for (const { userId, accounts, changes } of rows) {
    const income = collectionIncome({ items: [{ accounts }] }, toChanges(changes ?? []));
    if (income) incomes.set(userId, income);
    await letOthersRun();
  }
  return incomes;
}
