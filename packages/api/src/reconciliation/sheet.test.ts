import type { LedgerSheet, StoredLedgerRow } from "@countinghouse/providers/ledger-sheet/port";
import { describe, expect, it } from "vitest";
import type { ProductPayment } from "./product.ts";
import { readSheet } from "./sheet.ts";

const DAY = "2026-11-20";
const ASKED = {
  days: { start: DAY, end: DAY },
  around: { start: "2026-11-19", end: "2026-11-21" },
  kinds: ["FUND"],
} as const;
const FUNDING: ProductPayment = {
  paymentId: "7f2b6c1e-0000-4000-8000-000000000001",
  userId: 7,
  kind: "FUND",
  amountCents: 90_000,
  rail: "CARD",
  key: "key",
  reference: "txn",
  originalReference: null,
  uniqueRef: "txn",
  standing: "paid",
  sentOn: DAY,
  fundedDate: DAY,
};
const CELLS = [DAY, 7, "Maria", -900, "CREDIT", "FUND", "Debit Card", ""];

const row = (cells: StoredLedgerRow["cells"], changed: Partial<StoredLedgerRow> = {}): StoredLedgerRow => ({
  row: 195,
  rowId: FUNDING.paymentId,
  cells,
  line: [...cells, FUNDING.paymentId],
  ...changed,
});
const typed = (cells: StoredLedgerRow["cells"]) => row(cells, { rowId: "", line: cells });

const read = (...rows: StoredLedgerRow[]) => {
  const sheet: Pick<LedgerSheet, "read"> = {
    read: async function* () {
      yield* rows;
    },
  };
  return readSheet(sheet, [FUNDING], ASKED, () => Promise.resolve(new Set()));
};

describe("a row of the sheet", () => {
  it.each([
    ["-900,00", 'The amount "-900,00" in row 195 of the sheet can not be read.'],
    ["-1.234,50", 'The amount "-1.234,50" in row 195 of the sheet can not be read.'],
  ])("whose amount is %j has no amount, and says why", async (amount, unreadable) => {
    expect(await read(row(CELLS.with(3, amount)))).toMatchObject([
      { uniqueRef: "txn", disbursementAmountCents: null, fundedDate: DAY, unreadable },
    ]);
  });

  it.each(["30.11.2026", 46_356])("whose day is %j has no day, and says why", async (day) => {
    expect(await read(row(CELLS.with(0, day)))).toMatchObject([
      { disbursementAmountCents: 90_000, fundedDate: null, unreadable: expect.stringContaining("The day") },
    ]);
  });

  it("that is read says nothing", async () => {
    const [movement] = await read(row(CELLS.with(3, "-$900.00")));
    expect(movement).toMatchObject({ disbursementAmountCents: 90_000 });
    expect(movement).not.toHaveProperty("unreadable");
  });

  it("that was moved two columns to the right is of its payment, and can not be read", async () => {
    const line = ["", "", ...CELLS, FUNDING.paymentId];
    const cells = line.slice(0, 8);
    expect(await read(row(cells, { rowId: String(line[8]), line }))).toMatchObject([
      {
        paymentId: FUNDING.paymentId,
        uniqueRef: "txn",
        disbursementAmountCents: null,
        unreadable: "Row 195 of the sheet is not under its column headings.",
      },
    ]);
  });

  it("that somebody typed with a day that can not be read is seen on each day that it may mean", async () => {
    expect(await read(typed(CELLS.with(0, "20.11.2026")))).toMatchObject([
      { uniqueRef: "Payments!A195", paymentId: null, fundedDate: null },
    ]);
    expect(await read(typed(CELLS.with(0, "Friday")))).toHaveLength(1);
    expect(await read(typed(CELLS.with(0, "30.11.2026")))).toEqual([]);
  });
});
