import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { randomBook } from "../../testing/random-book.ts";
import { importFiles } from "../run-import.ts";

const CUSTOMERS = 12;
const { sheets, owedCents } = randomBook(42, CUSTOMERS);

/** One who has paid more often than fits into a transaction. */
const PAYMENTS = 2_600;
sheets.users += `BIG,Ana,Large,,,${-PAYMENTS}\n`;
sheets.payments += Array.from(
  { length: PAYMENTS },
  (_, nth) => `BIG-P${nth},BIG,2026-01-${String(1 + (nth % 28)).padStart(2, "0")},1.00,,,,\n`,
).join("");
owedCents.set("BIG", -PAYMENTS * 100);

let api: TestApi;
let folder: string;
let files: string[];
let email: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.admin("SUPERADMIN");
  ({ email } = await api.database.read.admin.findUniqueOrThrow({ where: { id } }));
  folder = mkdtempSync(path.join(os.tmpdir(), "import-killed-"));
  files = Object.entries(sheets).map(([sheet, text]) => {
    const file = path.join(folder, `${sheet}.csv`);
    writeFileSync(file, text);
    return file;
  });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

class Killed extends Error {}

/** Runs the import until its transactions have asked for the time so often; tells whether it came to its end. */
async function runUntil(source: string, transactions: number): Promise<boolean> {
  let left = transactions;
  const now = () => {
    left -= 1;
    if (left < 0) throw new Killed();
    return api.clock.now();
  };
  try {
    await importFiles({ files, source, email, db: api.database, vault: api.vault, now, dryRun: false });
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}

it("an import that is killed again and again, each time later, ends with one of everything and what was given", async () => {
  const once = async (source: string) => {
    const users = await api.database.read.user.findMany({
      where: { importKey: { startsWith: `${source}:` } },
      include: {
        balance: true,
        _count: {
          select: {
            applications: true,
            intents: true,
            schedules: true,
            notes: true,
            remarks: true,
            cards: true,
          },
        },
      },
      orderBy: { lastname: "asc" },
    });
    return users.map(({ importKey, balance, _count }) => ({
      id: importKey?.slice(source.length + 1) ?? "",
      owed: Number(balance?.balanceCents ?? 0n),
      ..._count,
    }));
  };
  expect(await runUntil("whole", Number.POSITIVE_INFINITY)).toBe(true);
  const whole = await once("whole");
  await api.database.pool.query("UPDATE users SET email = '' WHERE import_key LIKE 'whole:%'");
  let kills = 0;
  while (!(await runUntil("killed", kills))) kills += 1;
  expect(kills).toBeGreaterThan(5);
  const killed = await once("killed");
  expect(killed).toEqual(whole);
  expect(new Map(killed.map(({ id, owed }) => [id, owed]))).toEqual(owedCents);
});
