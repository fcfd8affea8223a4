import { type SheetName, sheetColumns } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";
import type { StagedRow } from "./stage.ts";

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));
const cents = (row: BookRow, field: string): number => Number(row[field] ?? 0);

/** What was not yet done is in no book of what was. */
const DONE_DAYS = ["fundedOn", "paidOn", "returnedOn", "declinedOn"] as const;

const DAY = "2020-04-07".length;

/** The columns of days of what a customer did; a business may be older than its owner. */
const dayFields = (sheet: SheetName): readonly string[] =>
  sheet === "users"
    ? ["balanceDate"]
    : Object.entries(sheetColumns(sheet)).flatMap(([field, { kind }]) =>
        kind === "date" || kind === "moment" ? field : [],
      );

/**
 * Why a row of a book can not be written, or null. `hasApplication` tells whether its customer has one, in these files or here;
 * `today` is the day in New York and `born` the customer's day of birth or empty, as YYYY-MM-DD.
 */
export function whyNotRow(
  { sheet, application, row }: StagedRow,
  hasApplication: (id: string) => boolean,
  { today, born }: { today: string; born: string },
): string | null {
  if (sheet !== "applications" && application !== "" && !hasApplication(application))
    return "applicationId: this customer has no application with this id, neither in these files nor here.";
  const ahead = DONE_DAYS.find((field) => text(row, field).slice(0, today.length) > today);
  if (ahead !== undefined) return `${ahead}: this day is still to come.`;
  const early = dayFields(sheet).find((field) => text(row, field) && text(row, field).slice(0, DAY) < born);
  if (early !== undefined) return `${early}: the customer was not born on this day yet.`;
  if (sheet === "applications") return whyNotApplication(row);
  if (sheet === "schedules" && cents(row, "amount") <= 0) return "amount: it has to be more than zero.";
  if (sheet === "payments") return whyNotPayment(row);
  if (sheet === "accounts" && !/^\d{9}$/.test(text(row, "routing")))
    return "routing: nine digits are needed.";
  return null;
}

const AMOUNTS = [
  "paybackAmount",
  "approvedAmount",
  "paymentAmount",
  "disbursementAmount",
  "disbursementFee",
  "discountAmount",
] as const;

function whyNotApplication(row: BookRow): string | null {
  const isPaidOut = text(row, "fundedOn") !== "";
  const funded = text(row, "stage") === "funded" || isPaidOut;
  if (text(row, "stage") === "declined" && isPaidOut)
    return "stage: it says declined, and Funded On says that it was paid out.";
  if (funded && !isPaidOut) return "fundedOn: a funded application needs the day.";
  if (funded && cents(row, "paybackAmount") <= 0)
    return "paybackAmount: a funded application needs what is owed for it.";
  if (AMOUNTS.some((field) => cents(row, field) < 0))
    return "an amount of an application can not be below zero.";
  if (Number(row.ofeeRate ?? 0) >= 1)
    return "ofeeRate: it is as much as was approved, or more. A part of one is needed, like 0.0725, or 7.25%.";
  return null;
}

function whyNotPayment(row: BookRow): string | null {
  if (cents(row, "amount") === 0) return "amount: it can not be zero.";
  // It may be one that was taken back, or the taking back of another: that is the difference between nothing and all of it.
  if (cents(row, "amount") < 0 && !["", "paid"].includes(text(row, "outcome")))
    return "amount: below zero, of a payment that came back or failed, it can mean two things. Give the amount it was made with.";
  if (text(row, "returnedOn") !== "" && text(row, "returnedOn") < text(row, "paidOn"))
    return "returnedOn: it came back before it was made.";
  return null;
}
