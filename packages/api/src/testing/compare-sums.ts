import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { dayNumber, newYorkDate } from "@countinghouse/validators/new-york";
import { SCHEDULES_DUE } from "@countinghouse/validators/payment-schedules/rules";
import { PAST_DUE_KEYS, pastDueBucket, WEEK_PARTS } from "@countinghouse/validators/portfolio/rules";
import { daysPastDue } from "@countinghouse/validators/users/filter-days";
import type { RouterInputs, RouterOutputs } from "../index.ts";
import { findDriftedBalances } from "../ledger/balances.ts";
import { exportLedger } from "../ledger/export.ts";
import { partOfBalance } from "../loans/ledger-parts.ts";
import { findDriftedSums } from "../portfolio/kept.ts";
import { exportUsers } from "../users/export.ts";
import { type Books, type Facts, pastDueCents, readBooks, sum, toFacts } from "./compared-books.ts";
import type { TestApi } from "./harness.ts";
import { parseCsv } from "./parse-csv.ts";
import { walkPages } from "./users-pages.ts";

/**
 * Compares the sums of every page and export with the ledger, for all customers, and the customer page of those in `closeUp`. Instalments
 * come to no more than is owed, but of those in `changed`, whose instalments staff have changed. Returns a sentence for each difference.
 */
export async function compareSums(
  api: TestApi,
  { closeUp, changed }: { closeUp: readonly number[]; changed: ReadonlySet<number> },
): Promise<string[]> {
  const today = newYorkDate(api.clock.now());
  const books = await readBooks(api);
  const facts = toFacts(books);
  const broken: string[] = [];
  const expectSame = (what: string, shown: unknown, meant: unknown) => {
    if (!isDeepStrictEqual(shown, meant))
      broken.push(`${what}: ${JSON.stringify(shown)} is shown, ${JSON.stringify(meant)} is right`);
  };
  expectSame("balances that drifted", await findDriftedBalances(api.database.read), []);
  expectSame("sums of the overview that drifted", await findDriftedSums(api.database.read), []);
  for (const { id, paidCents, allocatedCents } of books.instalments)
    expectSame(`what is paid of instalment ${id}`, paidCents, allocatedCents);
  for (const [userId, { owedCents, leftCents }] of facts)
    if (leftCents > Math.max(0, owedCents) && !changed.has(userId))
      broken.push(`${leftCents} is left of the instalments of customer ${userId}, who owes ${owedCents}`);
  const compared = { api, today, books, facts, expectSame };
  await compareUsers(compared);
  await compareSchedules(compared);
  await compareOverview(compared);
  await compareLedger(compared);
  for (const userId of closeUp) await compareCustomer(compared, userId);
  return broken;
}

interface Compared {
  api: TestApi;
  today: string;
  books: Books;
  facts: ReadonlyMap<number, Facts>;
  expectSame: (what: string, shown: unknown, meant: unknown) => void;
}

async function compareUsers({ api, today, facts, expectSame }: Compared): Promise<void> {
  const viewer = await api.as("VIEWER");
  const pages = await walkPages(viewer, { limit: 100 });
  const listed = pages.flatMap(({ users }) => users);
  expectSame(
    "customers of the users list",
    listed.map(({ id }) => id),
    [...facts.keys()],
  );
  for (const { id, balanceCents, dueOn, daysPastDue: days, lastPaymentOn, lastPaymentCents } of listed) {
    const meant = facts.get(id) ?? { owedCents: 0, leftCents: 0, due: [], lastPayment: null };
    const day = meant.due[0]?.day ?? null;
    expectSame(
      `users list, customer ${id}`,
      { balanceCents, dueOn, days, lastPaymentOn, lastPaymentCents },
      {
        balanceCents: meant.owedCents,
        dueOn: day,
        days: daysPastDue(day, today),
        lastPaymentOn: meant.lastPayment?.day ?? null,
        lastPaymentCents: meant.lastPayment?.cents ?? null,
      },
    );
  }
  const late = [...facts.values()].map((each) => pastDueCents(each, today)).filter((cents) => cents > 0);
  const sums = {
    users: facts.size,
    owingUsers: [...facts.values()].filter(({ owedCents }) => owedCents > 0).length,
    owedCents: sum([...facts.values()].map(({ owedCents }) => Math.max(0, owedCents))),
    pastDueUsers: late.length,
    pastDueCents: sum(late),
  };
  expectSame("sums of the users list", await viewer.users.sums({}), sums);
  const csv = await exported((sink) => exportUsers(api.ctx(sink.admin), {}, sink.file, () => {}), api);
  expectSame(
    "export of users",
    csv.map(([id, , , , , , , , balance, due, , on, paid]) => [id, toCents(balance), due, on, toCents(paid)]),
    [...facts].map(([id, { owedCents, due, lastPayment }]) => [
      String(id),
      owedCents,
      due[0]?.day ?? "",
      lastPayment?.day ?? "",
      lastPayment?.cents ?? 0,
    ]),
  );
}

const toCents = (dollars: string | undefined): number => Math.round(Number(dollars || 0) * 100);

interface Sink {
  admin: Awaited<ReturnType<TestApi["admin"]>>;
  file: PassThrough;
}

/** The lines of an export below its head. */
async function exported(write: (sink: Sink) => Promise<unknown>, api: TestApi): Promise<string[][]> {
  const file = new PassThrough();
  const read = buffer(file);
  await write({ admin: await api.admin("SUPERADMIN"), file });
  file.end();
  return parseCsv(await read).slice(1);
}

async function compareSchedules({ api, today, facts, books, expectSame }: Compared): Promise<void> {
  const { paymentSchedules } = await api.as("VIEWER");
  const due = [...facts.values()].flatMap((each) => each.due);
  const between = (from: number, to: number) =>
    due.filter(({ day }) => {
      const days = dayNumber(day) - dayNumber(today);
      return days >= from && days <= to;
    });
  const late = between(Number.NEGATIVE_INFINITY, -1);
  const meant = { overdue: late, today: between(0, 0), week: between(1, 7), all: due };
  const sums = await paymentSchedules.sums();
  for (const tab of SCHEDULES_DUE) {
    const rows = await readTab(paymentSchedules, tab);
    const shown = sums.find((each) => each.due === tab);
    if (tab === "paid") {
      expectSame("payments of the tab paid", shown?.payments, rows.length);
      expectSame("sum of the tab paid", shown?.cents, sum(rows.map(({ amountCents }) => amountCents)));
      continue;
    }
    const dueCents = sum(rows.map((row) => row.dueCents));
    expectSame(`rows of the tab ${tab}`, dueCents, sum(meant[tab].map(({ cents }) => cents)));
    if (shown)
      expectSame(`sum of the tab ${tab}`, shown, { due: tab, payments: rows.length, cents: dueCents });
  }
  expectSame(
    "instalments of advances that are away and said to be due",
    (await readTab(paymentSchedules, "all")).filter(
      ({ id }) => books.instalments.find((each) => each.id === id)?.isPaidOut !== true,
    ),
    [],
  );
}

type Schedules = Awaited<ReturnType<TestApi["as"]>>["paymentSchedules"];
type Page = RouterOutputs["paymentSchedules"]["search"];

async function readTab(schedules: Schedules, due: (typeof SCHEDULES_DUE)[number]) {
  const rows: Page["schedules"] = [];
  let cursor: Page["nextCursor"] = null;
  do {
    const page: Page = await schedules.search({ userId: null, due, cursor, limit: 100 });
    rows.push(...page.schedules);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

async function compareOverview({ api, today, facts, books, expectSame }: Compared): Promise<void> {
  const { outstanding, pastDue, weeks } = await (await api.as("VIEWER")).portfolio.overview();
  const owed = [...facts.values()].map(({ owedCents }) => owedCents);
  expectSame("outstanding", outstanding, {
    owedCents: sum(owed.filter((cents) => cents > 0)),
    owing: owed.filter((cents) => cents > 0).length,
    creditCents: -sum(owed.filter((cents) => cents < 0)),
    inCredit: owed.filter((cents) => cents < 0).length,
  });
  const late = [...facts.values()].flatMap((each) => {
    const [oldest] = each.due;
    const days = oldest === undefined ? 0 : dayNumber(today) - dayNumber(oldest.day);
    return days > 0 ? [{ bucket: pastDueBucket(days), cents: pastDueCents(each, today) }] : [];
  });
  expectSame(
    "past due of the overview",
    pastDue,
    PAST_DUE_KEYS.map((bucket) => {
      const own = late.filter((each) => each.bucket === bucket);
      return { bucket, cents: sum(own.map(({ cents }) => cents)), users: own.length };
    }),
  );
  for (const week of weeks) {
    const within = books.entries.filter(({ day }) => day >= week.from && day <= week.to);
    for (const part of WEEK_PARTS) {
      const cents = sum(within.filter((each) => partOfBalance(each) === part).map((each) => each.cents));
      expectSame(
        `${part} in the week of ${week.from}`,
        week[`${part}Cents`],
        part === "paid" ? 0 - cents : cents,
      );
    }
  }
}

async function compareLedger({ api, facts, books, expectSame }: Compared): Promise<void> {
  const { ledger } = await api.as("VIEWER");
  const shown = new Map<number, number>();
  let lines = 0;
  let cursor: RouterInputs["ledger"]["list"]["cursor"] = null;
  do {
    const page: RouterOutputs["ledger"]["list"] = await ledger.list({ cursor, limit: 100 });
    for (const { userId, amountCents } of page.lines)
      shown.set(userId, (shown.get(userId) ?? 0) + amountCents);
    lines += page.lines.length;
    if (page.total !== null) expectSame("lines of the Loans ledger", page.total, books.entries.length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expectSame("lines of all pages of the Loans ledger", lines, books.entries.length);
  const csv = await exported((sink) => exportLedger(api.ctx(sink.admin), sink.file, () => {}), api);
  expectSame("lines of the export of the ledger", csv.length, books.entries.length);
  const last = new Map(csv.map(([, userId, , , , , , , balance]) => [Number(userId), toCents(balance)]));
  for (const [userId, { owedCents }] of facts) {
    expectSame(`Loans ledger, customer ${userId}`, shown.get(userId) ?? 0, owedCents);
    expectSame(`export of the ledger, customer ${userId}`, last.get(userId) ?? 0, owedCents);
  }
}

async function compareCustomer({ api, today, facts, expectSame }: Compared, userId: number): Promise<void> {
  const meant = facts.get(userId);
  if (meant === undefined) return;
  const { loans, users } = await api.as("SUPERADMIN");
  const { owedCents, due, lastPayment } = meant;
  const [loan, explained, ledger, user, position] = await Promise.all([
    loans.get({ userId }),
    loans.explainBalance({ userId, asOf: null }),
    loans.ledger({ userId, cursor: null, part: null }),
    users.get({ id: userId }),
    loans.position({ userId }),
  ]);
  expectSame(
    `balances of customer ${userId}`,
    [
      loan.balanceCents,
      explained.balanceCents,
      explained.entries.at(-1)?.balanceCents ?? 0,
      ledger.summary?.balanceCents,
      user.balanceCents,
      position.balanceCents,
    ],
    Array.from({ length: 6 }, () => owedCents),
  );
  const late = due.filter(({ day }) => day < today);
  expectSame(
    `position of customer ${userId}`,
    {
      nextDue: position.nextDue,
      overdue: position.overdue && { since: position.overdue.since, cents: position.overdue.cents },
      lastPayment: position.lastPayment && {
        day: newYorkDate(position.lastPayment.at),
        cents: position.lastPayment.amountCents,
      },
    },
    {
      nextDue: due.find(({ day }) => day >= today) ?? null,
      overdue: late[0] ? { since: late[0].day, cents: pastDueCents(meant, today) } : null,
      lastPayment,
    },
  );
}
