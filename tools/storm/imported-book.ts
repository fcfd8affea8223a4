import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { importFiles } from "../../packages/api/src/import/run-import.ts";
import type { Services } from "../../packages/api/src/services.ts";
import { randomBook } from "../../packages/api/src/testing/random-book.ts";
import { IMPORTED_STATES } from "../../packages/validators/src/payments/states.ts";

const SOURCE = "storm";

/**
 * Brings a book of customers from another system, with accounts, cards and all that was paid there, into the database over which
 * it is to storm. Of none of it may anything reach a processor, which `compareBooks` would count as doubled.
 */
export async function bringImportedBook(
  { db, vault, now }: Services,
  { seed, customers }: { seed: number; customers: number },
): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-storm-book-"));
  try {
    const files = Object.entries(randomBook(seed, customers).sheets).map(([sheet, text]) => {
      const file = path.join(folder, `${sheet}.csv`);
      writeFileSync(file, text);
      return file;
    });
    const { email } = await db.read.admin.findFirstOrThrow({ where: { role: "SUPERADMIN" } });
    const { book } = await importFiles({ files, source: SOURCE, email, db, vault, now, dryRun: false });
    const refused = book?.refused[0]?.reason;
    if (refused !== undefined) throw new Error(`The book that was to be imported is refused: ${refused}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Imported payments that are not as they came, or that somebody has asked a processor about. A sentence each. */
export async function importedProblems({ db }: Services): Promise<string[]> {
  const imported = { attempts: { some: { provider: "import" } } };
  const moved = await db.read.paymentIntent.findMany({
    where: {
      ...imported,
      OR: [
        { dueAt: { not: null } },
        { lookUps: { gt: 0 } },
        { attempts: { some: { provider: { not: "import" } } } },
        { state: { notIn: [...IMPORTED_STATES] } },
      ],
    },
    select: { businessKey: true },
  });
  const count = await db.read.paymentIntent.count({ where: imported });
  return [
    ...moved.map(({ businessKey }) => `${businessKey} was imported, and something was done about it`),
    ...(count > 0 ? [] : ["no imported payment was there while it stormed"]),
  ];
}
