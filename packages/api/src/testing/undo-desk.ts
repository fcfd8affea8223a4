import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { importFiles } from "../import/run-import.ts";
import { undoImport } from "../import/undo/undo-import.ts";
import { findDriftedBalances } from "../ledger/balances.ts";
import { findDriftedSums, foldPortfolio } from "../portfolio/kept.ts";
import { createTestApi, type TestApi } from "./harness.ts";

/** A database, and a folder from which books are imported into it and undone. */
export function setUpUndoDesk() {
  const desk = {} as { api: TestApi; folder: string; email: string };
  beforeAll(async () => {
    desk.api = await createTestApi();
    const { id } = await desk.api.admin("SUPERADMIN");
    ({ email: desk.email } = await desk.api.database.read.admin.findUniqueOrThrow({ where: { id } }));
    desk.folder = mkdtempSync(path.join(os.tmpdir(), "undo-import-"));
  });
  afterAll(async () => {
    await desk.api.close();
    rmSync(desk.folder, { recursive: true });
  });

  return {
    get api() {
      return desk.api;
    },
    get folder() {
      return desk.folder;
    },
    /** Imports sheets, given as CSV by name; returns the id of the import. */
    async bring(
      sheets: Readonly<Record<string, string>>,
      source: string,
      options: { update?: boolean } = {},
    ): Promise<string> {
      const own = mkdtempSync(path.join(desk.folder, "files-"));
      const files = Object.entries(sheets).map(([sheet, text]) => {
        const file = path.join(own, `${sheet}.csv`);
        writeFileSync(file, text);
        return file;
      });
      const runId = randomUUID();
      const { database: db, vault, clock } = desk.api;
      const { book } = await importFiles({
        files,
        source,
        email: desk.email,
        runId,
        db,
        vault,
        now: clock.now,
        dryRun: false,
        ...options,
      });
      expect(book?.refused ?? []).toEqual([]);
      return runId;
    },
    /** Undoes an import, or says what would go. */
    undo: (runId: string, dryRun = false) =>
      undoImport({
        db: desk.api.database,
        vault: desk.api.vault,
        now: desk.api.clock.now,
        runId,
        dryRun,
      }),
    /** Expects that kept sums and balances are those of the ledger, and that who has gone owes nothing in it. */
    async expectSoundBooks(): Promise<void> {
      const { services, database } = desk.api;
      await foldPortfolio(services);
      expect(await findDriftedSums(database.read)).toEqual([]);
      expect(await findDriftedBalances(database.read)).toEqual([]);
      const { rows } = await database.pool.query(
        `SELECT a.code, sum(e.amount_cents)::text AS cents FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
         WHERE a.code LIKE 'receivable:%' AND a.user_id IS NULL GROUP BY 1 HAVING sum(e.amount_cents) <> 0`,
      );
      expect(rows).toEqual([]);
    },
  };
}
