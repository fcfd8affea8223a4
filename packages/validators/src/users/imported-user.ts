import { z } from "zod";
import { normalizeEin } from "../contact/ein.ts";
import { normalizePhone } from "../contact/phone.ts";
import { Email, StateCode, Zipcode } from "../contact/schemas.ts";
import { normalizeSsn } from "../contact/ssn.ts";
import { isCalendarDate } from "../new-york.ts";

const LATEST_BIRTH_YEAR = 2020;
const LATEST_START_YEAR = 2049;

/**
 * One row of customers from another system, its columns already mapped to ours. Every cell may be empty and is
 * then undefined, but the row has to name a business or a person. Texts keep their upper and lower case; runs of
 * spaces become one. Dates come out as YYYY-MM-DD, numbers as digits. Each refusal names its column, never the
 * value, which may be secret.
 */
export const ImportedUser = z
  .strictObject({
    externalId: textCell("externalId"),
    firstname: textCell("firstname"),
    lastname: textCell("lastname"),
    email: cell("email", (text) => Email.safeParse(text).data, "an e-mail address is needed"),
    phone: phoneCell("phone"),
    ssn: cell("ssn", normalizeSsn, "nine digits are needed"),
    ein: cell("ein", normalizeEin, "nine digits are needed, like 12-3456789"),
    dob: dateCell("dob", LATEST_BIRTH_YEAR),
    currentAddress: textCell("currentAddress"),
    city: textCell("city"),
    state: cell("state", (text) => StateCode.safeParse(text).data, "two letters are needed, like MT"),
    zipcode: cell("zipcode", (text) => Zipcode.safeParse(text).data, "five or nine digits are needed"),
    companyName: textCell("companyName"),
    businessName: textCell("businessName"),
    businessType: textCell("businessType"),
    businessCategory: textCell("businessCategory"),
    naicsCode: cell("naicsCode", (text) => /^\d{2,6}$/.exec(text)?.[0], "two to six digits are needed"),
    businessStartDate: dateCell("businessStartDate", LATEST_START_YEAR),
    occupation: textCell("occupation"),
    platform: textCell("platform"),
  })
  .refine(hasName, {
    path: ["businessName"],
    message: "businessName: the row has neither a business name nor a person's name.",
  });
export type ImportedUser = z.infer<typeof ImportedUser>;

function hasName(row: Partial<Record<"businessName" | "companyName" | "firstname" | "lastname", string>>) {
  return Boolean(row.businessName ?? row.companyName ?? row.firstname ?? row.lastname);
}

function textCell(column: string) {
  return cell(column, (text) => (text.length <= 200 ? text : null), "at most 200 characters are kept");
}

function phoneCell(column: string) {
  return cell(column, normalizePhone, "ten digits are needed, like (212) 555-0144", /^[=\-@]/);
}

function dateCell(column: string, latestYear: number) {
  return cell(column, (text) => isoDate(text, latestYear), "a date is needed, like 2020-04-07 or 4/7/20");
}

/** A cell that `read` understands, or is refused with `needed`; `formula` tells what a spreadsheet would run. */
function cell(
  column: string,
  read: (text: string) => string | null | undefined,
  needed: string,
  formula: RegExp = /^[=+\-@]/,
) {
  return z
    .string(`${column}: a text is needed.`)
    .optional()
    .transform((raw, context) => {
      const text = raw?.replace(/\s+/g, " ").trim();
      if (!text) return undefined;
      const damage = whyNotText(text, formula);
      const value = damage ? null : read(text);
      if (value) return value;
      context.addIssue({ code: "custom", message: `${column}: ${damage ?? needed}.`, input: raw });
      return z.NEVER;
    });
}

function whyNotText(text: string, formula: RegExp): string | null {
  if (text.includes("\uFFFD") || !text.isWellFormed())
    return "the text is damaged, its encoding was not UTF-8";
  if (/\p{Cc}/u.test(text)) return "the text contains a control character";
  if (formula.test(text))
    return `a text can not start with "${text[0]}", spreadsheets take that for a formula`;
  return null;
}

/** Reads YYYY-MM-DD, M/D/YYYY and M/D/YY, where two digits mean the last such year up to `latestYear`. */
function isoDate(text: string, latestYear: number): string | null {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text) ?? [];
  const date = year
    ? `${fullYear(year, latestYear)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
    : text;
  return isCalendarDate(date) ? date : null;
}

function fullYear(year: string, latestYear: number): string {
  if (year.length === 4) return year;
  const sameCentury = latestYear - (latestYear % 100) + Number(year);
  return String(sameCentury <= latestYear ? sameCentury : sameCentury - 100);
}
