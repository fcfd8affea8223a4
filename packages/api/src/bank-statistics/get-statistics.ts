import { STATISTICS_PAGE_SIZE } from "@countinghouse/validators/bank-statistics/rules";
import type {
  GetBankStatistics,
  ListFlowTransactions,
  ListMatches,
} from "@countinghouse/validators/bank-statistics/schemas";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { toBook } from "./book.ts";
import { listChanges, toChanges } from "./changes.ts";
import { firstOfApplication, linkedAccounts, NO_SNAPSHOT, readNames, readSnapshot } from "./compared.ts";
import { lenderName } from "./existing-advance.ts";
import { flowIn, toFigure } from "./flows.ts";
import {
  assetMatch,
  comparedAccounts,
  comparedNames,
  nameMatch,
  soughtAgain,
  transactionMatch,
} from "./matches.ts";
import { isThrough } from "./payers.ts";
import { transactionsIn } from "./periods.ts";
import { moneySeries } from "./series.ts";
import { calculateStatistics } from "./statistics.ts";

/**
 * What bank data a snapshot of a user holds and all numbers made from it and from what staff changed in it, which stands beside:
 * `asTold` is what they were without. The newest one when none is named, and null when there is none. Amounts are in cents.
 * Throws NOT_FOUND for a snapshot that is not the user's.
 */
export async function getBankStatistics(ctx: AdminCtx, { userId, snapshotId }: GetBankStatistics) {
  const snapshot = await readSnapshot(ctx, userId, snapshotId);
  if (snapshot === null) return null;
  const { id, report } = snapshot;
  const made = await listChanges(ctx, id, report);
  const changes = toChanges(made);
  const first = await firstOfApplication(ctx, userId, snapshot);
  return {
    reportId: id,
    generatedAt: report.generatedAt,
    daysRequested: report.days,
    ...calculateStatistics(report, changes),
    changes: made,
    asTold: made.length === 0 ? null : calculateStatistics(report),
    series: moneySeries(report, changes),
    matches: {
      transactions: first && transactionMatch(first, report),
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
  const { userId, snapshotId, flow, period, lender, through, page } = input;
  const isAsked = ({ description }: { description: string }) =>
    (lender === null || lenderName(description) === lender) &&
    (through === null || isThrough(through, description));
  const { id: reportId, report } = found(await readSnapshot(ctx, userId, snapshotId), NO_SNAPSHOT);
  const changes = toChanges(await listChanges(ctx, reportId, report));
  const { days, transactions } = transactionsIn(toBook(report, changes), period);
  const ofFlow = flowIn(transactions, flow).filter(isAsked).toReversed();
  const asTold =
    changes.size === 0
      ? null
      : flowIn(transactionsIn(toBook(report), period).transactions, flow).filter(isAsked);
  const begin = (page - 1) * STATISTICS_PAGE_SIZE;
  const accounts = new Map(
    report.items
      .flatMap((item) => item.accounts)
      .map(({ accountId, name, mask }) => [accountId, { account: name, mask }]),
  );
  return {
    ...toFigure(ofFlow),
    asTold: asTold && toFigure(asTold),
    page,
    pages: Math.ceil(ofFlow.length / STATISTICS_PAGE_SIZE),
    startDate: days?.startDate ?? null,
    endDate: days?.endDate ?? null,
    transactions: ofFlow
      .slice(begin, begin + STATISTICS_PAGE_SIZE)
      .map(({ id, accountId, date, description, amountCents, tag, told = null }) => ({
        id,
        date,
        name: description,
        amountCents,
        category: tag,
        told,
        ...(accounts.get(accountId) ?? { account: "", mask: null }),
      })),
  };
}

/** So many transactions that were looked for again are listed, those that were not found first. */
const MOST_SOUGHT = 500;

/**
 * What the matches of a snapshot were made of: each transaction of the application's first report and whether it was found again,
 * each account in the report or linked, and each name against each. Throws NOT_FOUND without a snapshot.
 */
export async function listMatches(ctx: AdminCtx, { userId, snapshotId }: ListMatches) {
  const snapshot = found(await readSnapshot(ctx, userId, snapshotId), NO_SNAPSHOT);
  const first = await firstOfApplication(ctx, userId, snapshot);
  const sought = first === null ? [] : soughtAgain(first, snapshot.report).toReversed();
  return {
    transactions: sought
      .toSorted((one, other) => Number(one.isFound) - Number(other.isFound))
      .slice(0, MOST_SOUGHT)
      .map(({ id, date, description, amountCents, isFound }) => ({
        id,
        date,
        name: description,
        amountCents,
        isFound,
      })),
    soughtCount: sought.length,
    accounts: comparedAccounts(snapshot.report, await linkedAccounts(ctx, userId)),
    names: comparedNames(snapshot.report, await readNames(ctx, userId)),
  };
}
