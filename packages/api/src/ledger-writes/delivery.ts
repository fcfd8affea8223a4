import {
  type LedgerSheet,
  type LedgerSheetName,
  ROWS_REFUSED,
} from "@countinghouse/providers/ledger-sheet/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { LEDGER_SHEETS } from "@countinghouse/validators/ledger-writes/rules";
import type { Core } from "../core.ts";
import { mayRepeatWhatIsLost } from "../environment/gate.ts";
import type { Claimed, Delivery, Hold } from "../outbox/deliver.ts";
import { parseLedgerMessage, type ReadLedgerMessage } from "./message.ts";

/**
 * Appends rows to the ledger sheet, all rows of one sheet in one call, each exactly once: a row that was tried
 * before is looked for first, because an append that timed out may have happened; after a recovery each is, because it may
 * have been appended in the time that is lost. Of a message of several rows only those are appended that are not there.
 */
export async function deliverLedgerRows(
  { db, now }: Pick<Core, "db" | "now">,
  sheets: LedgerSheet,
  claimed: Claimed[],
  hold: Hold,
): Promise<Delivery[]> {
  // A worker that was frozen since it claimed, while another one appended, does not append as well.
  const append: LedgerSheet["append"] = (sheet, rows) => hold(claimed).then(() => sheets.append(sheet, rows));
  const ledgerSheet = { ...sheets, append };
  const messages: SheetMessage[] = [];
  const unreadable: Delivery[] = [];
  for (const { id, attempts, payload } of claimed) {
    const { data, error } = parseLedgerMessage(payload);
    if (data) messages.push({ id, attempts, ...data });
    else unreadable.push({ id, error });
  }
  const isEachLookedFor = await mayRepeatWhatIsLost(db.read, now());
  const bySheet = Map.groupBy(messages, ({ sheet }) => sheet);
  const deliveries = await Promise.all(
    [...bySheet].map(async ([sheet, ofSheet]) => {
      try {
        return await appendOnce(ledgerSheet, knownSheet(sheet), ofSheet, isEachLookedFor);
      } catch (error) {
        return ofSheet.map(({ id }) => ({ id, error }));
      }
    }),
  );
  return [...unreadable, ...deliveries.flat()];
}

type SheetMessage = ReadLedgerMessage & { id: string; attempts: number };

/** The sheet of that name. Asked for again there will be none either: a person has to look. */
function knownSheet(name: string): LedgerSheetName {
  const known = LEDGER_SHEETS.find((sheet) => sheet === name);
  if (known !== undefined) return known;
  const message = `ledger-sheet: there is no sheet named ${JSON.stringify(name)}`;
  throw new ProviderError({ kind: "refused", provider: "ledger-sheet", message });
}

async function appendOnce(
  ledgerSheet: LedgerSheet,
  sheet: LedgerSheetName,
  messages: SheetMessage[],
  isEachLookedFor: boolean,
): Promise<Delivery[]> {
  const tried = messages
    .filter(({ attempts }) => attempts > 1 || isEachLookedFor)
    .flatMap(({ rows }) => rows);
  const there =
    tried.length > 0
      ? await ledgerSheet.find(
          sheet,
          tried.map(({ rowId }) => rowId),
        )
      : new Map<string, string>();
  const lacking = messages.map(({ id, rows }) => ({
    id,
    ranges: rows.flatMap(({ rowId }) => there.get(rowId) ?? []),
    missing: rows.filter(({ rowId }) => !there.has(rowId)),
  }));
  const delivered: Delivery[] = lacking
    .filter(({ missing }) => missing.length === 0)
    .map(({ id, ranges }) => ({ id, receipt: ranges.join(", ") }));
  const left = lacking.filter(({ missing }) => missing.length > 0);
  return left.length === 0 ? delivered : [...delivered, ...(await appendLeft(ledgerSheet, sheet, left))];
}

interface Lacking {
  id: string;
  /** Where rows of it stand already. */
  ranges: string[];
  missing: SheetMessage["rows"];
}

/** Where the sheet does not take a row, the others are appended without its message: halved until it stands alone. */
async function appendLeft(
  ledgerSheet: LedgerSheet,
  sheet: LedgerSheetName,
  left: readonly Lacking[],
): Promise<Delivery[]> {
  try {
    const { range } = await ledgerSheet.append(
      sheet,
      left.flatMap(({ missing }) => missing),
    );
    return left.map(({ id, ranges }) => ({ id, receipt: [...ranges, range].join(", ") }));
  } catch (error) {
    if (left.length === 1 || !isOfRows(error)) return left.map(({ id }) => ({ id, error }));
    const half = Math.ceil(left.length / 2);
    const first = await appendLeft(ledgerSheet, sheet, left.slice(0, half));
    return [...first, ...(await appendLeft(ledgerSheet, sheet, left.slice(half)))];
  }
}

/** Nothing was written then. Any other refusal is of the sheet as a whole, or of rows that were written. */
const isOfRows = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === "refused" && error.vendorCode === ROWS_REFUSED;
