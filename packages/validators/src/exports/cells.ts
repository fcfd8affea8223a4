/** The forms in which a file can be had. */
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The name of a file in another form: users.csv becomes users.xlsx. */
export const fileNameIn = (format: ExportFormat, fileName: string): string =>
  fileName.replace(/\.csv$/, `.${format}`);

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export type ColumnKind = "money" | "number" | "day" | "text";

/** Amounts in dollars whose columns are named by the specifications, without their unit. */
const MONEY =
  /\(USD\)$|^(payment|alloyPaymentAmount|alloyPaybackAmount|actualPaymentAmount|paymentProcesssedAmount|plaidBalance|transactionAmount|generalIncome)$|^acc_\d+ balance$|Value$/;
const DAY = /\(America\/New_York\)$|^(discountDate|dob)$| Date$|^Date$/;
const NUMBER = /\bcount$|^Count | Count$|^Days |Attempts$|\(%\)$/;

/** What stands in a column of a file, by its title. Ids, codes and references are text. */
export function columnKind(title: string): ColumnKind {
  if (MONEY.test(title)) return "money";
  if (DAY.test(title)) return "day";
  return NUMBER.test(title) ? "number" : "text";
}

/** How a spreadsheet shows each kind; text as it is. */
export const KIND_FORMATS: Readonly<Record<ColumnKind, string>> = {
  money: "#,##0.00",
  number: "#,##0.##",
  day: "yyyy-mm-dd hh:mm:ss",
  text: "@",
};

const NUMERIC = /^-?\d{1,15}(\.\d+)?$/;
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/;

/**
 * A cell of a file as a spreadsheet keeps it: amounts and counts as numbers, days as days, all else as the harmless text it
 * is. A time of New York stays the time it is there. What is no such thing stays text.
 */
export function spreadsheetCell(
  kind: ColumnKind,
  text: string | number | null,
): string | number | Date | null {
  if (text === null || text === "") return null;
  const said = String(text);
  if (kind === "money" || kind === "number") return NUMERIC.test(said) ? Number(said) : said;
  if (kind === "text") return said;
  const [, year, month, day, hour = "0", minute = "0", second = "0"] = MOMENT.exec(said) ?? [];
  if (year === undefined || month === undefined || day === undefined) return said;
  return new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
  );
}

/** What is said of a file before it is made. */
export interface ExportDescription {
  columns: readonly string[];
  rows: number;
}
