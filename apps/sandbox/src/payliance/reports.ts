import { type Day, isoDay } from "../days.ts";
import { STATUS } from "./course.ts";
import { invalid } from "./errors.ts";
import type { ReportRequest } from "./requests.ts";
import { noticeBy, type Transaction, type Transactions } from "./transactions.ts";
import { dollars, maskedAccount } from "./wire.ts";

const PAGE_SIZE = 5;
const FIRST_RETURN_ID = 21_000;
const FIRST_SETTLEMENT_ID = 25_000;

/** Reports tell no key of ours, each row twice, the rows of a page the wrong way round, or what happened so many days before. */
export interface ReportSettings {
  keysLeftOut: boolean;
  rowsTwice: boolean;
  rowsShuffled: boolean;
  reportDaysLate: number;
  /** Days are written MM/dd/yyyy. */
  daysMonthFirst: boolean;
  codesAsText: boolean;
}

/** A page of what came back on the days asked for, corrections of details among it. */
export function returnsPage(transactions: Transactions, asked: ReportRequest, settings: ReportSettings) {
  const lastReportedDay = transactions.today() - settings.reportDaysLate;
  const after = rowBefore(asked.PageId, "ReturnId") - FIRST_RETURN_ID;
  const rows = transactions
    .list()
    .flatMap((transaction) => {
      const notice = noticeBy(transaction, lastReportedDay);
      return notice && isWithin(asked, notice.on) ? [{ transaction, notice }] : [];
    })
    .filter(({ transaction }) => transaction.sequence > after)
    .slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return {
    successful: true,
    message: "",
    returns: asToldBy(settings, rows).map(({ transaction, notice }) => ({
      ...subject(transaction),
      uniqueTranId: settings.keysLeftOut ? "" : transaction.uniqueTranId,
      returnAmount: notice.tranStatus === 3 ? 0 : dollars(transaction.amountCents),
      returnReason: notice.code,
      addenda: notice.addenda,
      dateReturned: dayAs(settings, notice.on),
      tranStatus: settings.codesAsText ? String(notice.tranStatus) : notice.tranStatus,
    })),
    pageId: last ? cursor({ ReturnId: FIRST_RETURN_ID + last.transaction.sequence }) : null,
  };
}

/**
 * A page of what settled on the days asked for. With returned items this is the vendor's endless report: its cursor
 * names no returned row, so that each page has them again, and the last cursor leads back to the first page.
 */
export function settlementsPage(transactions: Transactions, asked: ReportRequest, settings: ReportSettings) {
  const lastReportedDay = transactions.today() - settings.reportDaysLate;
  const after = rowBefore(asked.PageId, "SettlementId") - FIRST_SETTLEMENT_ID;
  const list = transactions.list();
  const settled = list
    .filter(
      (transaction) =>
        isSettledWithin(transactions, transaction, { asked, lastReportedDay }) &&
        transaction.sequence > after,
    )
    .slice(0, PAGE_SIZE);
  const returned = asked.ExcludeReturnedItems
    ? []
    : list.filter((transaction) => isReturnedWithin(transactions, transaction, asked));
  const dayOrNull = (day: Day | null) => (day === null ? null : dayAs(settings, day));
  const last = settled.at(-1);
  const SettlementId = last ? FIRST_SETTLEMENT_ID + last.sequence : 0;
  return {
    successful: true,
    message: "",
    settlements: asToldBy(settings, [...settled, ...returned]).map((transaction) => ({
      ...subject(transaction),
      // The vendor puts its own id in the place of ours here.
      uniqueTranId: settings.keysLeftOut ? "" : transaction.authorizationId,
      transactionCode: transaction.kind === "debit" ? "D" : "C",
      settleDate: dayOrNull(transaction.course.settlesOn),
      returnDate: dayOrNull(noticeBy(transaction, transactions.today())?.on ?? null),
    })),
    pageId: last || returned.length > 0 ? cursor({ SettlementId, ReturnId: 0, ReserveId: 0 }) : null,
  };
}

function asToldBy<Row>({ rowsTwice, rowsShuffled }: ReportSettings, rows: Row[]): Row[] {
  const all = rowsTwice ? [...rows, ...rows] : rows;
  return rowsShuffled ? all.toReversed() : all;
}

function subject(transaction: Transaction) {
  return {
    authorizationId: transaction.authorizationId,
    amount: dollars(transaction.amountCents),
    accountNumber: maskedAccount(transaction.accountNumber),
    name: `${transaction.firstName} ${transaction.lastName}`,
  };
}

function isSettledWithin(
  transactions: Transactions,
  transaction: Transaction,
  { asked, lastReportedDay }: { asked: ReportRequest; lastReportedDay: Day },
): boolean {
  const { settlesOn } = transaction.course;
  if (settlesOn === null || settlesOn > lastReportedDay || !isWithin(asked, settlesOn)) return false;
  return ["settled", "refunded"].includes(transactions.findStatus(transaction));
}

function isReturnedWithin(
  transactions: Transactions,
  transaction: Transaction,
  asked: ReportRequest,
): boolean {
  const on = noticeBy(transaction, transactions.today())?.on;
  const status = STATUS[transactions.findStatus(transaction)];
  return on !== undefined && isWithin(asked, on) && (status & STATUS.returned) !== 0;
}

function isWithin({ Start, End }: ReportRequest, day: Day): boolean {
  return isoDay(day) >= Start && isoDay(day) <= End;
}

/** In ISO's order, or month first as the vendor's older interface writes it. */
function dayAs({ daysMonthFirst }: ReportSettings, day: Day): string {
  const [year, month, date] = isoDay(day).split("-");
  return daysMonthFirst ? `${month}/${date}/${year}` : isoDay(day);
}

function cursor(ids: Record<string, number>): string {
  return Buffer.from(JSON.stringify(ids)).toString("base64");
}

function rowBefore(pageId: string | null | undefined, name: string): number {
  if (!pageId) return 0;
  const id = numberIn(Buffer.from(pageId, "base64").toString(), name);
  if (id === undefined) throw invalid({ PageId: ["The field PageId is not valid."] });
  return id;
}

function numberIn(text: string, name: string): number | undefined {
  try {
    const ids: unknown = JSON.parse(text);
    const id: unknown = typeof ids === "object" && ids !== null ? Reflect.get(ids, name) : undefined;
    return typeof id === "number" ? id : undefined;
  } catch {
    return undefined;
  }
}
