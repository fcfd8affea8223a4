import { readXlsx } from "hucre/xlsx";

/** The rows of the first sheet of a workbook, its titles first. */
export const workbookRows = async (bytes: ArrayBuffer | Uint8Array) =>
  (await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows ?? [];
