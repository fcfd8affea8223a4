import { columnTables } from "@countinghouse/validators/import/document";
import { openSheetFiles } from "./export/sheet-files.ts";

export { columnTables };

/** Writes an empty file for each sheet, its header alone, into a folder that is empty or is made. Throws INVALID. */
export async function writeTemplates(folder: string): Promise<void> {
  const files = await openSheetFiles(folder);
  await files.close();
}
