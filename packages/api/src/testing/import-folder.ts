import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type ImportOptions, type ImportSummary, importFiles } from "../import/run-import.ts";
import type { TestApi } from "./harness.ts";

/** A folder of CSV files that a SUPERADMIN imports. */
export interface ImportFolder {
  /** The e-mail address of the SUPERADMIN. */
  email: string;
  /** Writes a file for each sheet and imports these files. */
  importSheets(
    sheets: Readonly<Record<string, string>>,
    options: Partial<ImportOptions> & Pick<ImportOptions, "source">,
  ): Promise<ImportSummary>;
  /** Returns the text of a file in the folder. */
  read(name: string): string;
  remove(): void;
}

export async function openImportFolder(api: TestApi): Promise<ImportFolder> {
  const { database: db, vault, clock } = api;
  const { id } = await api.admin("SUPERADMIN");
  const { email } = await db.read.admin.findUniqueOrThrow({ where: { id } });
  const folder = mkdtempSync(path.join(os.tmpdir(), "import-"));
  return {
    email,
    importSheets: (sheets, options) => {
      const files = Object.entries(sheets).map(([name, text]) => {
        const file = path.join(folder, `${name}.csv`);
        writeFileSync(file, text);
        return file;
      });
      return importFiles({ files, email, db, vault, now: clock.now, dryRun: false, ...options });
    },
    read: (name) => readFileSync(path.join(folder, name), "utf8"),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
