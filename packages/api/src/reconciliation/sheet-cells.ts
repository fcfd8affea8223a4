import type { LedgerCell } from "@countinghouse/validators/ledger-writes/rules";
import { parseCents } from "@countinghouse/validators/money";
import { addDays, isCalendarDate } from "@countinghouse/validators/new-york";

/** The cents of a cell, null where the cell is no amount as we write it: "-900,00", "(900.00)", a fraction of a cent. */
export function readCents(cell: LedgerCell): number | null {
  if (typeof cell === "number") {
    const cents = Math.round(cell * 100);
    return Number.isSafeInteger(cents) && Math.abs(cell * 100 - cents) < 0.001 ? cents + 0 : null;
  }
  const [, sign = "", amount = ""] = /^(\$-(?!\$)|-)?(.*)$/s.exec(cell.trim()) ?? [];
  const cents = parseCents(amount);
  return cents === null || cents === 0 || sign === "" ? cents : -cents;
}

/** The day of a cell (YYYY-MM-DD), null where it is written in another way. */
export function readDay(cell: LedgerCell): string | null {
  const [, day = ""] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/s.exec(String(cell).trim()) ?? [];
  return isCalendarDate(day) ? day : null;
}

/** Whether a cell that is no day as we write it may mean one of these days. One that means no day at all may. */
export function mayMeanDay(cell: LedgerCell, isAsked: (day: string) => boolean): boolean {
  const days = possibleDays(cell);
  return days.length === 0 || days.some(isAsked);
}

/** A spreadsheet counts days from here on. */
const FIRST_DAY = "1899-12-30";
const LAST_SERIAL = 100_000;

function possibleDays(cell: LedgerCell): string[] {
  const serial = typeof cell === "number" ? cell : Number(cell.trim() || Number.NaN);
  if (serial >= 1 && serial < LAST_SERIAL) return [addDays(FIRST_DAY, Math.floor(serial))];
  const [, one = "", two = "", three = ""] = /(\d{1,4})\D+(\d{1,2})\D+(\d{1,4})/.exec(String(cell)) ?? [];
  const orders = [
    [one, two, three],
    [three, two, one],
    [three, one, two],
  ] as const;
  return orders
    .map(([year, month, day]) =>
      [year.length === 2 ? `20${year}` : year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
    )
    .filter(isCalendarDate);
}
