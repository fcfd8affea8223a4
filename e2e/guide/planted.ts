import { paymentRow } from "../../packages/api/src/testing/ledger-writes.ts";
import { failLedgerWrites } from "../support/ledger-writes.ts";
import { plantFundings } from "../support/reconciliation.ts";

/** Plants what the screen of that name lists. Other tests change the same lists: call it only while none of them runs. */
export const PLANTED: Readonly<Record<string, () => Promise<{ query: string }>>> = {
  "funding-reconciliation": async () => {
    const { day } = await plantFundings([() => [], (row) => [row, row]]);
    return { query: `?startDate=${day}&endDate=${day}` };
  },
  "ledger-write-failures": async () => {
    // A list of one row shows no "Select all".
    await failLedgerWrites(["Ann", "Ben"].map((name) => ({ sheet: "Payments", rows: [paymentRow(name)] })));
    return { query: "" };
  },
};
