import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ImportSettings } from "@countinghouse/validators/import/job-rules";
import { addImportFile, receiveImportFile } from "../imports/add-file.ts";
import { workOnImports } from "../imports/work.ts";
import type { TestApi } from "./harness.ts";

/** What an import is told where nothing is said. */
export const IMPORT_SETTINGS: ImportSettings = {
  source: "oldsystem",
  strict: false,
  update: false,
  encoding: null,
  separator: null,
  dates: null,
  numbers: null,
  headerLine: null,
  mapping: {},
};

/** Uploads files, by name and text, as the console does. Returns the id of their import. */
export async function uploadImport(
  api: TestApi,
  files: Readonly<Record<string, string>>,
  importId: string = randomUUID(),
): Promise<string> {
  const ctx = api.ctx(await api.admin("SUPERADMIN"));
  for (const [name, text] of Object.entries(files)) {
    const file = await receiveImportFile(api.services, name, Readable.from([Buffer.from(text)]));
    await addImportFile(ctx, { requestId: randomUUID(), importId }, file);
    api.clock.advance({ seconds: 1 });
  }
  return importId;
}

/** Uploads files and has a worker make their plan. */
export async function plannedImport(
  api: TestApi,
  files: Readonly<Record<string, string>>,
  settings: Partial<ImportSettings> = {},
): Promise<{ id: string; digest: string }> {
  const id = await uploadImport(api, files);
  const admin = await api.as("SUPERADMIN");
  await admin.imports.plan({ requestId: randomUUID(), id, settings: { ...IMPORT_SETTINGS, ...settings } });
  await workOnImports(api.services);
  const { planDigest, error } = await admin.imports.get({ id });
  if (planDigest === null) throw new Error(`This import has no plan: ${error}`);
  return { id, digest: planDigest };
}
