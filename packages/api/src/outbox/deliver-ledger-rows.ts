import {
  LEDGER_COLUMNS,
  type LedgerSheet,
  type LedgerSheetName,
} from "@countinghouse/providers/ledger-sheet";
import { z } from "zod";
import type { Claimed, Delivery } from "./deliver.ts";

const SHEETS = Object.keys(LEDGER_COLUMNS) as [LedgerSheetName, ...LedgerSheetName[]];

const Message = z.object({
  sheet: z.enum(SHEETS),
  row: z.object({ rowId: z.string(), cells: z.array(z.union([z.string(), z.number()])) }),
});

/**
 * Appends rows to the ledger sheet, all rows of one sheet in one call, each exactly once: a row that was tried
 * before is looked for first, because an append that timed out may have happened.
 */
export async function deliverLedgerRows(ledgerSheet: LedgerSheet, claimed: Claimed[]): Promise<Delivery[]> {
  const messages: SheetMessage[] = [];
  const unreadable: Delivery[] = [];
  for (const { id, attempts, payload } of claimed) {
    const { data, error } = Message.safeParse(payload);
    if (data) messages.push({ id, attempts, ...data });
    else unreadable.push({ id, error });
  }
  const bySheet = Map.groupBy(messages, ({ sheet }) => sheet);
  const deliveries = await Promise.all(
    [...bySheet].map(async ([sheet, rows]) => {
      try {
        return await appendOnce(ledgerSheet, sheet, rows);
      } catch (error) {
        return rows.map(({ id }) => ({ id, error }));
      }
    }),
  );
  return [...unreadable, ...deliveries.flat()];
}

type SheetMessage = z.infer<typeof Message> & { id: string; attempts: number };

async function appendOnce(
  ledgerSheet: LedgerSheet,
  sheet: LedgerSheetName,
  messages: SheetMessage[],
): Promise<Delivery[]> {
  const tried = messages.filter(({ attempts }) => attempts > 1).map(({ row }) => row.rowId);
  const there = tried.length > 0 ? await ledgerSheet.find(sheet, tried) : new Map<string, string>();
  const missing = messages.filter(({ row }) => !there.has(row.rowId));
  const delivered: Delivery[] = messages.flatMap(({ id, row }) => {
    const range = there.get(row.rowId);
    return range === undefined ? [] : [{ id, receipt: range }];
  });
  if (missing.length === 0) return delivered;
  try {
    const { range } = await ledgerSheet.append(
      sheet,
      missing.map(({ row }) => row),
    );
    return [...delivered, ...missing.map(({ id }) => ({ id, receipt: range }))];
  } catch (error) {
    return [...delivered, ...missing.map(({ id }) => ({ id, error }))];
  }
}
