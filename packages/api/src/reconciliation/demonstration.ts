import type { LedgerRow } from "@countinghouse/providers/ledger-sheet";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import type { Ctx } from "../context.ts";
import { type ProductFunding, readFundings } from "./product.ts";

/** A funding as the books of a processor in the sandbox have it. */
export interface BookedFunding {
  key: string;
  reference: string;
  amountCents: number;
  day: string;
}

/** What the sheet and the processors would have of the fundings, had the sandbox been there when they went out. */
export interface DemonstrationBooks {
  rows: LedgerRow[];
  ach: BookedFunding[];
  cards: BookedFunding[];
}

const DAYS = 60;

/** What is wrong with the books, counted from the newest funding on, so that a report of the demonstration has something. */
const FAULTS: Readonly<
  Record<number, "missingInSheet" | "twiceInSheet" | "amountAtProcessor" | "missingAtProcessor">
> = { 1: "missingInSheet", 3: "twiceInSheet", 6: "amountAtProcessor", 8: "missingAtProcessor" };

/** The books of the fundings of the last 60 days but two, for a sandbox that knows of none; four are wrong on purpose. */
export async function demonstrationBooks(ctx: Ctx): Promise<DemonstrationBooks> {
  const today = newYorkDate(ctx.now());
  const fundings = await readFundings(ctx, { start: addDays(today, -DAYS), end: addDays(today, -2) });
  const users = await ctx.db.user.findMany({
    where: { id: { in: fundings.map(({ userId }) => userId) } },
    select: { id: true, firstname: true, lastname: true },
  });
  const names = new Map(users.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`.trim()]));
  const books: DemonstrationBooks = { rows: [], ach: [], cards: [] };
  for (const [index, funding] of fundings.toReversed().entries()) {
    const fault = FAULTS[index];
    const row = rowOf(funding, names.get(funding.userId) ?? "");
    if (fault !== "missingInSheet") books.rows.push(...(fault === "twiceInSheet" ? [row, row] : [row]));
    if (fault === "missingAtProcessor") continue;
    const amountCents = funding.amountCents - (fault === "amountAtProcessor" ? 5_000 : 0);
    const { key, uniqueRef, fundedDate } = funding;
    const booked = { key, reference: uniqueRef, amountCents, day: fundedDate };
    (funding.rail === "ACH" ? books.ach : books.cards).push(booked);
  }
  return books;
}

const rowOf = (
  { paymentId, userId, amountCents, rail, fundedDate }: ProductFunding,
  name: string,
): LedgerRow => {
  const [kind, mode] = rail === "ACH" ? ["CREDIT", "ACH"] : ["FUND", "Debit Card"];
  return {
    rowId: paymentId,
    cells: [fundedDate, userId, name, -amountCents / 100, "CREDIT", kind, mode, kind],
  };
};
