import type { createRandom } from "@countinghouse/db/seed/random";
import { addDays, newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import { expect } from "vitest";
import { addApplication } from "./customers.ts";
import type { TestApi } from "./harness.ts";
import { debtor } from "./payable.ts";
import { payment, record } from "./payments.ts";

type Random = ReturnType<typeof createRandom>;

/** A fact that held from a moment on, until the next of its list; null: nothing. */
interface Since<Fact> {
  from: Date;
  fact: Fact | null;
}

interface History {
  userId: number;
  /** Each payment date by itself. */
  dates: Since<{ paymentDate: string; amountCents: number }>[][];
  payback: Since<number>[];
}

const OVER_DAYS = 60;
const PAYMENTS = 8;
const CHANGES = 8;

/** The hours of New York at which something happens: midnight and the moment before belong to different days. */
const HOURS = ["00:00:00", "16:00:00", "23:59:59.999"] as const;

const moment = (day: string, hour: string): Date =>
  new Date(startOfDay(day).getTime() + (Date.parse(`2000-01-01T${hour}Z`) - Date.parse("2000-01-01T00:00Z")));

/**
 * A customer whose payments, payment dates and terms changed over the last two months, with what was true when, kept apart from
 * the database.
 */
export async function plantHistory(api: TestApi, random: Random): Promise<History> {
  const today = newYorkDate(api.clock.now());
  const began = startOfDay(addDays(today, -OVER_DAYS - 5));
  const { id: userId } = await debtor(api);
  const write = api.database.unsafeTransaction.bind(api.database);
  const { id: applicationId } = await addApplication(api, userId, {
    createdAt: began,
    paybackAmountCents: 130_000n,
    stage: "funded",
    fundedAt: began,
  });
  const addDate = (day: string, amountCents: number, createdAt: Date) =>
    write((tx) =>
      tx.paymentSchedule.create({
        data: { userId, applicationId, paymentDate: new Date(day), amountCents, createdAt },
        select: { id: true },
      }),
    );
  const firstDay = addDays(today, 10);
  const first = { paymentDate: firstDay, amountCents: 100_000 };
  await addDate(firstDay, first.amountCents, began);
  for (let count = 0; count < PAYMENTS; count++)
    await record(api, payment(userId, { amountCents: random.int(1, 900) }));
  const dates: History["dates"] = [[{ from: began, fact: first }]];
  const payback: History["payback"] = [{ from: began, fact: 130_000 }];
  const rows: { id: number; history: History["dates"][number] }[] = [];
  const untils: Date[] = [];
  const change = async (at: Date, n: number) => {
    const known = rows.length === 0 ? undefined : rows[random.int(0, rows.length - 1)];
    const what = random.int(0, 3);
    if (what === 0) {
      const cents = 100_000 + random.int(1, 50_000);
      if (cents === payback.at(-1)?.fact) return;
      await write((tx) =>
        tx.application.update({ where: { id: applicationId }, data: { paybackAmountCents: cents } }),
      );
      payback.push({ from: at, fact: cents });
      untils.push(at);
    } else if (known === undefined || what === 1) {
      const fact = { paymentDate: addDays(firstDay, 1 + n), amountCents: random.int(100, 9_000) };
      const { id } = await addDate(fact.paymentDate, fact.amountCents, at);
      const history = [{ from: at, fact }];
      rows.push({ id, history });
      dates.push(history);
    } else if (what === 2) {
      const fact = { paymentDate: addDays(firstDay, 100 + n), amountCents: random.int(100, 9_000) };
      await write((tx) =>
        tx.paymentSchedule.update({
          where: { id: known.id },
          data: { paymentDate: new Date(fact.paymentDate), amountCents: fact.amountCents },
        }),
      );
      known.history.push({ from: at, fact });
      untils.push(at);
    } else {
      await write((tx) => tx.paymentSchedule.delete({ where: { id: known.id } }));
      known.history.push({ from: at, fact: null });
      rows.splice(rows.indexOf(known), 1);
      untils.push(at);
    }
  };
  for (let n = 0; n < CHANGES; n++) {
    const day = addDays(today, -OVER_DAYS + n * 7);
    await change(moment(day, HOURS[random.int(0, 2)] ?? "16:00:00"), n);
  }
  await backdate(api, userId, untils);
  return { userId, dates, payback };
}

/** As if it had been written over the last two months: entries some days after their date, and each change at its time. */
async function backdate(api: TestApi, userId: number, untils: readonly Date[]): Promise<void> {
  const today = newYorkDate(api.clock.now());
  const times = untils.map((at, index) => `(${index + 1}, timestamptz '${at.toISOString()}')`).join(", ");
  const changes = times
    ? `UPDATE past_terms p SET until = v.until
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM past_terms WHERE user_id = ${userId}) o
       JOIN (VALUES ${times}) v (n, until) ON v.n = o.n WHERE p.id = o.id;`
    : "";
  await api.asOwner(
    `BEGIN; SET LOCAL session_replication_role = replica;
     UPDATE ledger_transaction t SET effective_on = d.day, created_at = (d.day + d.late + time '16:00') AT TIME ZONE 'America/New_York'
     FROM (SELECT x.id, date '${addDays(today, -OVER_DAYS)}' + (row_number() OVER (ORDER BY x.id))::int * 6 AS day,
             (row_number() OVER (ORDER BY x.id))::int % 3 AS late
           FROM ledger_transaction x JOIN ledger_entry e ON e.transaction_id = x.id
           JOIN ledger_account a ON a.id = e.account_id WHERE a.user_id = ${userId}) d WHERE d.id = t.id;
     ${changes} COMMIT`,
  );
}

/** The last fact of a list that held before a moment. */
const before = <Fact>(history: readonly Since<Fact>[], end: Date): Fact | null =>
  history.findLast(({ from }) => from < end)?.fact ?? null;

/** Expects balance, payment dates and terms as of so many days to be what was true then, and nothing of what came later. */
export async function expectHistory(
  api: TestApi,
  { userId, dates, payback }: History,
  random: Random,
  days: number,
): Promise<void> {
  const today = newYorkDate(api.clock.now());
  const { rows: all } = await api.database.pool.query<{ cents: number; day: string; posted: Date }>(
    `SELECT e.amount_cents::float8 AS cents, t.effective_on::text AS day, t.created_at AS posted
     FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
     JOIN ledger_transaction t ON t.id = e.transaction_id WHERE a.user_id = $1`,
    [userId],
  );
  const { rows: paid } = await api.database.pool.query<{ cents: number; day: string; posted: Date }>(
    `SELECT p.amount_cents::float8 AS cents, t.effective_on::text AS day, t.created_at AS posted
     FROM payment_allocation p JOIN ledger_transaction t ON t.id = p.transaction_id
     JOIN payment_schedule s ON s.id = p.schedule_id WHERE s.user_id = $1`,
    [userId],
  );
  expect(paid).toHaveLength(PAYMENTS);
  const { loans } = await api.as("VIEWER");
  for (let n = 0; n < days; n++) {
    const asOf = addDays(today, -random.int(1, OVER_DAYS + 4));
    const end = startOfDay(addDays(asOf, 1));
    const counts = ({ day, posted }: (typeof all)[number]) => day <= asOf && posted < end;
    const sum = (rows: typeof all) => rows.filter(counts).reduce((total, { cents }) => total + cents, 0);
    const { balanceCents, entries, schedule, terms } = await loans.explainBalance({ userId, asOf });
    expect(balanceCents).toBe(sum(all));
    expect(entries).toHaveLength(all.filter(counts).length);
    expect(entries.at(-1)?.balanceCents ?? 0).toBe(balanceCents);
    const then = dates.flatMap((history) => before(history, end) ?? []);
    const [first] = dates.map((history) => history[0]?.fact?.paymentDate);
    const shown = then
      .map((fact) => ({ ...fact, paidCents: fact.paymentDate === first ? sum(paid) : 0 }))
      .toSorted((one, other) => (one.paymentDate < other.paymentDate ? -1 : 1));
    expect(schedule).toEqual(shown.map((each) => ({ ...each, id: expect.any(Number) })));
    expect(terms?.paybackCents).toBe(before(payback, end));
  }
}
