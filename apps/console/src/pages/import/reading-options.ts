import { IMPORT_ENCODINGS } from "@countinghouse/validators/import/job-rules";

const FOUND = { value: "found", label: "Found out" };

const ENCODINGS: Readonly<Record<(typeof IMPORT_ENCODINGS)[number], string>> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252",
  "utf-16le": "UTF-16 (little-endian)",
  "utf-16be": "UTF-16 (big-endian)",
  macintosh: "Mac OS Roman",
};

/** The column that holds the payments of customers. */
export const PAID_IN_OPTIONS = [
  { value: "debit", label: "Customers paid what is under Debit" },
  { value: "credit", label: "Customers paid what is under Credit" },
] as const;

/** What can be said of the files of an import instead of being found out. */
export const READING_OPTIONS = [
  {
    name: "encoding",
    label: "Encoding",
    options: [FOUND, ...IMPORT_ENCODINGS.map((value) => ({ value, label: ENCODINGS[value] }))],
  },
  {
    name: "separator",
    label: "Separator",
    options: [
      FOUND,
      { value: "comma", label: "Comma" },
      { value: "semicolon", label: "Semicolon" },
      { value: "tab", label: "Tab" },
      { value: "pipe", label: "Pipe" },
    ],
  },
  {
    name: "dates",
    label: "Dates",
    options: [
      FOUND,
      { value: "mdy", label: "Month first: 4/7/20 is April 7" },
      { value: "dmy", label: "Day first: 4/7/20 is July 4" },
    ],
  },
  {
    name: "numbers",
    label: "Amounts",
    options: [FOUND, { value: "us", label: "1,234.50" }, { value: "eu", label: "1.234,50" }],
  },
  {
    name: "signs",
    label: "Direction of payments",
    options: [
      FOUND,
      { value: "type", label: "By the type or column; signs are left out" },
      { value: "amount", label: "By the sign of the amount" },
    ],
  },
  {
    name: "paidIn",
    label: "Debit and Credit",
    options: [FOUND, ...PAID_IN_OPTIONS],
  },
] as const;
