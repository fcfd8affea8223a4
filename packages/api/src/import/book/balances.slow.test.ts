import { afterAll, beforeAll, expect, it } from "vitest";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";
import { randomBook } from "../../testing/random-book.ts";

const CUSTOMERS = 15;

let api: TestApi;
let folder: ImportFolder;
beforeAll(async () => {
  api = await createTestApi();
  folder = await openImportFolder(api);
});
afterAll(async () => {
  await api.close();
  folder.remove();
});

async function bring(sheets: Readonly<Record<string, string>>, source: string) {
  const own = Object.entries(sheets).map(([name, text]) => [
    name,
    text.replaceAll("@example.com", `@${source}.example`),
  ]);
  return folder.importSheets(Object.fromEntries(own), { source });
}

/** What the ledger has of the customers of a source, in cents, by their ids there. */
async function readLedger(source: string): Promise<Map<string, number>> {
  const { rows } = await api.database.pool.query<{ id: string; cents: number }>(
    `SELECT substr(u.import_key, length($1) + 2) AS id, coalesce((SELECT sum(e.amount_cents) FROM ledger_account a
       JOIN ledger_entry e ON e.account_id = a.id WHERE a.code = 'receivable:' || u.id), 0)::float8 AS cents
     FROM users u WHERE u.import_key LIKE $1 || ':%'`,
    [source],
  );
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

const wholeLedger = async () =>
  (await api.database.pool.query("SELECT coalesce(sum(amount_cents), 0)::text AS cents FROM ledger_entry"))
    .rows;

it.each(Array.from({ length: 8 }, (_, nth) => 7_919 * (nth + 1)))(
  "the ledger has to the cent what the random book %i gives, and nothing of it is due",
  async (seed) => {
    const source = `s${seed}`;
    const { sheets, owedCents } = randomBook(seed, CUSTOMERS);
    const { book } = await bring(sheets, source);
    expect(book?.refused).toEqual([]);
    expect(await readLedger(source)).toEqual(owedCents);
    expect(await wholeLedger()).toEqual([{ cents: "0" }]);
    expect(await findDriftedBalances(api.database.read)).toEqual([]);
    expect(await api.database.read.paymentIntent.count({ where: { dueAt: { not: null } } })).toBe(0);
    expect(await api.database.read.outboxMessage.count()).toBe(0);
  },
);

it("a balance that is one cent off is refused with the difference, and nothing of money of that customer is written", async () => {
  const { sheets, owedCents } = randomBook(104_729, CUSTOMERS);
  const off: string[] = [];
  const paid = new Set(
    (sheets.payments ?? "").split("\n").flatMap((line) => /^(C\d+)-P\d+,/.exec(line)?.[1] ?? []),
  );
  const users = (sheets.users ?? "")
    .split("\n")
    .map((line) => {
      const [, id = "", cents] = /^(C\d+),.*,-?\d*\.(\d\d)$/.exec(line) ?? [];
      if (!paid.has(id) || cents === undefined) return line;
      off.push(id);
      const sign = line.split(",").at(-1)?.startsWith("-") ? -1 : 1;
      const wrong = ((owedCents.get(id) ?? 0) + sign) / 100;
      return line.replace(/,[^,]*$/, `,${wrong.toFixed(2)}`);
    })
    .join("\n");
  const { book } = await bring({ ...sheets, users }, "off");
  expect(off.length).toBeGreaterThan(1);
  const reasons = book?.refused.map(({ reason }) => reason) ?? [];
  expect(reasons.length).toBeGreaterThan(off.length);
  for (const reason of reasons) expect(reason).toMatch(/^balance: .* a difference of −?\$0\.01\.$/);
  const ledger = await readLedger("off");
  for (const [id, cents] of owedCents)
    expect([id, ledger.get(id)]).toEqual([id, off.includes(id) ? 0 : cents]);
});
