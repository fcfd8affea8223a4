/** How many bytes of a file tell its kind. */
export const KIND_BYTES = 1_024;

/** Kinds of file that hold no table, by how they begin, and what is to be done with each. */
const FOREIGN: readonly [RegExp, string][] = [
  [/^%PDF-/, "This is a PDF file. Ask for the table as CSV or XLSX."],
  [
    /^101.{20}\d{6}.{4}[A-Z0-9]094101/,
    "This is a NACHA file. Returns and corrections come from the processor; they are not imported.",
  ],
  [
    /^\s*<(?:!doctype\s+html|html|head|body|table|meta|style)\b/i,
    "This is an HTML page. Open it in a spreadsheet and save it as CSV or XLSX.",
  ],
  [/^\s*<\?xml\b/i, "This is an XML file. Open it in a spreadsheet and save it as CSV or XLSX."],
  [/^\s*[{[]\s*["{[]/, "This is a JSON file. Ask for the table as CSV or XLSX."],
  [/^(?:Rar!|7z\xbc\xaf)/, "This is a compressed file. Unpack it and import the files in it."],
];

/** Why a file whose first bytes these are is no table, in a sentence, or null. */
export function whyNotTable(start: Buffer): string | null {
  const text = start.toString("latin1").replace(/^\xef\xbb\xbf/, "");
  return FOREIGN.find(([begins]) => begins.test(text))?.[1] ?? null;
}

const ENCRYPTED = Buffer.from("EncryptedPackage", "utf16le");

/** Why an old container of Office, whose bytes these are, is not read: an encrypted workbook lies in one too. */
export const whyNotOldOffice = (bytes: Buffer): string =>
  bytes.includes(ENCRYPTED)
    ? "This workbook has a password. Save it without and import it again."
    : "This is a workbook of the old kind (.xls). Save it as .xlsx and import it again.";

/** Why a ZIP file, whose bytes these are, is no workbook, or null. */
export function whyNotWorkbook(bytes: Buffer): string | null {
  if (bytes.includes("[Content_Types].xml")) return null;
  return bytes.includes("application/vnd.oasis.opendocument")
    ? "This is an OpenDocument file. Save it as XLSX and import it again."
    : "This is a ZIP file and no workbook. Unpack it and import the files in it.";
}
