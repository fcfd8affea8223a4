import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { connect } from "../../packages/db/src/index.ts";
import { migrate } from "../../packages/db/src/migrate.ts";
import { startPostgres } from "../../packages/db/src/postgres/embedded.ts";
import { freePort } from "../../packages/db/src/postgres/free-port.ts";
import {
  type ImportFigures,
  killImport,
  type LargeBook,
  measureImport,
  writeLargeBook,
} from "./import-measure.ts";
import { tell } from "./tell.ts";

/** Customers with loans and payments that have to be brought in a second. */
const GOAL = 300;

/** When an import is killed: the first at once or soon, later ones later. */
const LEAST_MS = 500;
const MORE_MS = 4_000;

const EMAIL = "bench@example.com";

/**
 * Writes a book of so many customers, each with an advance and payments, brings it, and prints how fast and in how much memory.
 * Before that the import is killed so often, at moments that nobody chose: what is there is there once.
 */
export async function benchImport({
  customers,
  payments = customers * 5,
  kills,
}: {
  customers: number;
  payments?: number;
  kills: number;
}): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-import-"));
  chmodSync(folder, 0o755);
  const postgres = await startPostgres({
    dataDir: path.join(folder, "postgres"),
    port: await freePort(),
    password: "bench",
  });
  const url = postgres.url("postgres");
  try {
    await migrate(url);
    const book = await writeLargeBook(folder, customers, Math.max(1, Math.round(payments / customers)));
    const key = Buffer.alloc(32, "bench").toString("base64");
    const settings = {
      DATABASE_URL: url,
      SEALING_KEYS: `k001:${key}`,
      INDEX_KEY: key,
      AUDIT_KEYS: `a001:${key}`,
    };
    await addAdmin(url);
    for (let nth = 1; nth <= kills; nth++) {
      const afterMs = Math.round(LEAST_MS + Math.random() * nth * MORE_MS);
      const isDone = await killImport(book.files, settings, EMAIL, afterMs);
      console.log(`kill ${nth} after ${(afterMs / 1000).toFixed(1)} s${isDone ? ": it was at its end" : ""}`);
    }
    const figures = await measureImport(book, settings, EMAIL, (line) =>
      process.stderr.write(`\r${line}   `),
    );
    print(book, figures, await standing(url));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addAdmin(url: string): Promise<void> {
  const db = connect(url, { size: 1 });
  await db.unsafeTransaction((tx) =>
    tx.admin.create({ data: { email: EMAIL, fullName: "Bench", role: "SUPERADMIN", passwordHash: "" } }),
  );
  await db.close();
}

interface Standing {
  owedCents: number;
  customers: number;
  payments: number;
  ledgerCents: number;
}

async function standing(url: string): Promise<Standing> {
  const db = connect(url, { size: 1 });
  const { rows } = await db.pool.query<Standing>(
    `SELECT (SELECT coalesce(sum(balance_cents), 0)::float8 FROM user_balance) AS "owedCents",
      (SELECT count(*)::int FROM users) AS customers,
      (SELECT count(*)::int FROM payment_intent WHERE kind = 'MANUAL') AS payments,
      (SELECT coalesce(sum(amount_cents), 0)::float8 FROM ledger_entry) AS "ledgerCents"`,
  );
  await db.close();
  return rows[0] ?? { owedCents: 0, customers: 0, payments: 0, ledgerCents: 0 };
}

function print(book: LargeBook, figures: ImportFigures, found: Standing): void {
  const { owedCents: owed } = found;
  const isOnce =
    found.customers === book.customers && found.payments === book.payments && found.ledgerCents === 0;
  const { seconds, customerSeconds, bookCustomersPerSecond, memoryMb, said } = figures;
  const isReached = bookCustomersPerSecond >= GOAL;
  tell({
    work: `book of ${book.customers.toLocaleString("en-US")} customers`,
    unit: "customers/s",
    reached: bookCustomersPerSecond,
    goal: { atLeast: GOAL },
  });
  const [first = 0] = memoryMb;
  const last = memoryMb.at(-1) ?? 0;
  console.log(
    `\n${said}` +
      `\n${book.customers.toLocaleString("en-US")} customers, ${book.payments.toLocaleString("en-US")} payments` +
      `\nall of it           ${seconds.toFixed(1)} s, of which the customers alone ${customerSeconds.toFixed(1)} s` +
      `\nrest of their book  ${bookCustomersPerSecond.toFixed(0)} customers/s (goal ${GOAL}: ${isReached ? "reached" : "MISSED"})` +
      `\nmost memory         ${memoryMb.map((mb) => mb.toFixed(0)).join(", ")} MB in each quarter (last to first: ${(last / Math.max(first, 1)).toFixed(2)})` +
      `\nowed                ${owed === book.owedCents ? "as the files say, to the cent" : `${owed - book.owedCents} cents OFF`}` +
      `\nthere               ${isOnce ? "each customer and each payment once" : `${found.customers} customers, ${found.payments} payments, ledger ${found.ledgerCents}: WRONG`}`,
  );
}
