import { randomUUID } from "node:crypto";
import { derivedCauses, EVERY_CAUSE, MOST_OF_A_KIND } from "../../packages/api/src/work/facts.ts";
import { foldWork } from "../../packages/api/src/work/kept.ts";
import { connect } from "../../packages/db/src/index.ts";
import { WORK_KIND_NAMES } from "../../packages/validators/src/work/rules.ts";
import { startBenchStack } from "./stack.ts";

const ITEMS = 1_000;
const LOOKS = 5;
const MANY = 1_000;

/** What a look cost before causes were kept: each kind derived whole, those that matter most of it. */
const DERIVED = WORK_KIND_NAMES.map(
  (kind) =>
    `(SELECT c.*, count(*) OVER () AS of_kind FROM (${derivedCauses([kind])}) c ORDER BY rank DESC, since LIMIT ${MOST_OF_A_KIND})`,
).join(" UNION ALL ");

/**
 * Reads Today among so many users, with ITEMS items and more: from the facts, and as it is kept, in one run. Then how long what
 * changed takes to be there, and what saying so costs a payment.
 */
export async function benchWork({
  users,
  payments,
  keep,
}: {
  users: number;
  payments: number;
  keep: boolean;
}): Promise<void> {
  const stack = await startBenchStack({ users, keep });
  const db = connect(stack.url, { size: 2 });
  const prefix = `bench-work:${randomUUID()}:`;
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const fold = () => foldWork({ db, now: () => new Date(), log });
  try {
    await db.pool.query(
      `INSERT INTO outbox_message (id, topic, dedupe_key, payload, state, next_at, last_error)
       SELECT gen_random_uuid(), 'BACKFILL', $1 || n, ''::bytea, 'FAILED', now(), 'Reason ' || n FROM generate_series(1, $2) n`,
      [prefix, ITEMS],
    );
    await db.pool.query("ANALYZE outbox_message");
    const began = performance.now();
    await fold();
    await db.pool.query("ANALYZE work_cause");
    const { rows } = await db.pool.query<{ items: number }>("SELECT count(*)::int AS items FROM work_cause");
    console.log(
      `${(rows[0]?.items ?? 0).toLocaleString("en-US")} items among ${users.toLocaleString("en-US")} users, kept for the first time in ${ms(performance.now() - began)}`,
    );
    const derived = await median(async () => {
      await db.pool.query(DERIVED, [new Date()]);
    });
    const kept = await median(async () => {
      await fold();
      await db.pool.query(EVERY_CAUSE.text, [new Date()]);
    });
    console.log(
      `from the facts ${ms(derived)} a look, as it is kept ${ms(kept)} a look (p50 of ${LOOKS}), ratio ${(derived / kept).toFixed(1)}`,
    );
    for (const customers of [1, MANY]) {
      const chosen = await choose(customers);
      console.log(
        `what changed of ${customers.toLocaleString("en-US")} customers is there after ${ms(await median(() => changed(chosen)))}`,
      );
    }
  } finally {
    await db.pool.query("DELETE FROM outbox_message WHERE dedupe_key LIKE $1", [`${prefix}%`]);
    await db.close();
    await stack.stop();
  }
  await comparePayments(payments);

  /** So many customers, all over the book. */
  async function choose(customers: number): Promise<number[]> {
    const { rows } = await db.pool.query<{ id: number }>(
      "SELECT DISTINCT user_id AS id, md5(user_id::text) FROM application ORDER BY 2 LIMIT $1",
      [customers],
    );
    return rows.map(({ id }) => id);
  }

  async function changed(customers: readonly number[]): Promise<void> {
    await db.pool.query("INSERT INTO work_change (customer_id) SELECT unnest($1::int[])", [customers]);
    await fold();
  }
}

const BLOCKS = 8;

/** Payments with the triggers that say what changed and without, in blocks by turns in one run. */
async function comparePayments(payments: number): Promise<void> {
  const { default: setUp } = await import("../../packages/db/src/testing/global-setup.ts");
  const tearDown = await setUp();
  const { openPayments, order, payableCustomer, run } = await import(
    "../../packages/api/src/testing/payable.ts"
  );
  const { api } = await openPayments({ roles: ["EMPLOYEE"] });
  try {
    const customers = await Promise.all(Array.from({ length: 10 }, () => payableCustomer(api)));
    const { rows: triggers } = await api.database.pool.query<{ name: string; of: string }>(
      `SELECT t.tgname AS name, t.tgrelid::regclass::text AS of FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
       WHERE p.proname LIKE 'mark\\_work\\_%'`,
    );
    const turn = (how: "ENABLE" | "DISABLE") =>
      api.asOwner(triggers.map(({ name, of }) => `ALTER TABLE ${of} ${how} TRIGGER ${name}`).join("; "));
    const took: Record<"ENABLE" | "DISABLE", number[]> = { ENABLE: [], DISABLE: [] };
    for (let block = 0; block <= 2 * BLOCKS; block++) {
      const how = block % 2 === 0 ? "ENABLE" : "DISABLE";
      await turn(how);
      for (let nth = 0; nth < payments; nth++) {
        const customer = customers[nth % customers.length];
        if (customer === undefined) continue;
        const input = order(customer, "SALE", { amountCents: 101 + block * payments + nth });
        const began = performance.now();
        await run(api, input);
        // The first block warms up.
        if (block > 0) took[how].push(performance.now() - began);
      }
    }
    const [withMarks, without] = [middle(took.ENABLE), middle(took.DISABLE)];
    console.log(
      `a card charge: ${ms(withMarks)} saying what changed, ${ms(without)} without (p50 of ${took.ENABLE.length}), ratio ${(withMarks / without).toFixed(3)}`,
    );
  } finally {
    await api.close();
    await tearDown();
  }
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

async function median(work: () => Promise<void>): Promise<number> {
  const tookMs: number[] = [];
  for (let nth = 0; nth < LOOKS; nth++) {
    const began = performance.now();
    await work();
    tookMs.push(performance.now() - began);
  }
  return middle(tookMs);
}
