import type { AccountAssets, AssetReport, HistoricalBalance, Owner } from "plaid";
import { type Day, dayAt, isoDay } from "../days.ts";
import { createRandom } from "../random.ts";
import { plaidId } from "./ids.ts";
import { ACCOUNT_NAMES, ACCOUNT_TYPES, type PlaidAccount, type PlaidItem, readItem } from "./items.ts";
import { makeLedger } from "./ledger.ts";
import type { ReportOrder } from "./report-tokens.ts";
import { describedInReport } from "./transactions.ts";
import type { Wire } from "./wire.ts";

const MOST_HISTORY_DAYS = 730;

/** The report on these links, as of when it was ordered; `days` may be fewer than were ordered. */
export function assetReport(
  reportId: string,
  order: ReportOrder,
  days: number | null | undefined,
): Wire<AssetReport> {
  const orderedAt = new Date(order.orderedAt);
  const day = dayAt(orderedAt);
  const span = Math.min(days ?? order.days, order.days, MOST_HISTORY_DAYS);
  return {
    asset_report_id: reportId,
    insights: null,
    client_report_id: order.clientReportId,
    date_generated: orderedAt.toISOString(),
    days_requested: order.days,
    user: { client_user_id: null, first_name: null, middle_name: null, last_name: null, ...order.user },
    items: order.accessTokens.map((accessToken) => {
      const item = readItem(accessToken);
      return {
        item_id: item.id,
        institution_id: item.bank.id,
        institution_name: item.bank.name,
        date_last_updated: orderedAt.toISOString(),
        accounts: item.accounts.map((account) => reportedAccount(item, account, order, day, span)),
      };
    }),
  };
}

function reportedAccount(
  item: PlaidItem,
  account: PlaidAccount,
  order: ReportOrder,
  day: Day,
  days: number,
): Wire<AccountAssets> {
  const ledger = makeLedger(item);
  const { availableCents, currentCents } = ledger.balance(account.id, day);
  const entries = ledger.between(day - days + 1, day).filter(({ accountId }) => accountId === account.id);
  const balances = Array.from(
    { length: days },
    (_, age): Wire<HistoricalBalance> => ({
      date: isoDay(day - age),
      current: ledger.balance(account.id, day - age).currentCents / 100,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    }),
  );
  return {
    account_id: account.id,
    balances: {
      available: availableCents / 100,
      current: currentCents / 100,
      limit: null,
      margin_loan_amount: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    mask: account.number.slice(-4),
    ...ACCOUNT_NAMES[account.kind],
    ...ACCOUNT_TYPES[account.kind],
    days_available: days,
    transactions: entries.toReversed().map((entry) => describedInReport(entry, day)),
    owners: [reportOwner(item, order)],
    ownership_type: null,
    historical_balances: balances,
  };
}

/** The customer as the order names them, else somebody made up. */
function reportOwner({ accessToken }: PlaidItem, { user }: ReportOrder): Wire<Owner> {
  const random = createRandom(`${accessToken} owner`);
  const made = {
    first: random.pick(["Dana", "Marcus", "Priya", "Elena", "Tyrone", "Wei", "Amara", "Colin"]),
    last: random.pick(["Whitaker", "Delgado", "Raman", "Osei", "Kowalski", "Tran", "Fontaine", "Brooks"]),
  };
  const name = [user.first_name ?? made.first, user.last_name ?? made.last].join(" ");
  const word = plaidId(name).slice(0, 6).toLowerCase();
  return {
    names: [name],
    phone_numbers: [
      {
        data: user.phone_number ?? `+1${random.int(2_015_550_100, 2_015_550_199)}`,
        primary: true,
        type: "mobile",
      },
    ],
    emails: [{ data: user.email ?? `owner.${word}@example.com`, primary: true, type: "primary" }],
    addresses: [
      {
        data: {
          street: `${random.int(12, 4_980)} ${random.pick(["Maple", "Cedar", "Franklin", "Hillcrest", "Union"])} Street`,
          city: random.pick(["Columbus", "Tampa", "Raleigh", "Memphis", "Buffalo"]),
          region: random.pick(["OH", "FL", "NC", "TN", "NY"]),
          postal_code: String(random.int(10_001, 43_299)),
          country: "US",
        },
        primary: true,
      },
    ],
  };
}
