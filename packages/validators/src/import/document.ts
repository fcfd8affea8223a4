import type { Column, ColumnKind } from "./column.ts";
import { SHEET_NAMES, type SheetName, sheetColumns } from "./columns.ts";

const KIND: Readonly<Record<ColumnKind, string>> = {
  id: "id",
  text: "text",
  longText: "text",
  email: "e-mail address",
  phone: "telephone number",
  ssn: "SSN",
  ein: "EIN",
  state: "state",
  zip: "zip code",
  naics: "digits",
  birthDate: "date",
  date: "date",
  moment: "date or time",
  money: "amount",
  integer: "whole number",
  rate: "number",
  factor: "number",
  yesNo: "yes or no",
  digits: "digits",
  last4: "digits",
  routing: "digits",
  expiry: "month and year",
  choice: "word",
};

/** The sheets and their columns as tables in Markdown: `docs/import.md` holds them as they are here. */
export const columnTables = (): string => SHEET_NAMES.map(sheetTable).join("\n");

const sheetTable = (sheet: SheetName): string =>
  [
    `### ${sheet}\n`,
    "| column | what is in it | how it is written | also understood |",
    "| --- | --- | --- | --- |",
    ...Object.entries(sheetColumns(sheet)).map(columnLine),
    "",
  ].join("\n");

function columnLine([field, column]: [string, Column]): string {
  const { title, about, kind, required, or, choices, means = {}, synonyms } = column;
  const word = (choice: string) =>
    `\`${choice}\`${means[choice] ? ` (also ${means[choice].join(", ")})` : ""}`;
  const how = choices ? choices.map(word).join("; ") : KIND[kind];
  const needed = required
    ? `${about}; **needed**${or ? `, or ${or.map((other) => `\`${other}\``).join(", ")}` : ""}`
    : about;
  return `| ${title} (\`${field}\`) | ${needed} | ${how} | ${synonyms.join(", ")} |`;
}
