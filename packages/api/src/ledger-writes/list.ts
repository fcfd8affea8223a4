import type { Prisma } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import {
  columnLetters,
  LEDGER_SHEET_COLUMNS,
  LEDGER_SHEETS,
  type LedgerCell,
  MOST_LEDGER_WRITES,
} from "@countinghouse/validators/ledger-writes/rules";
import type { LedgerWriteProgress } from "@countinghouse/validators/ledger-writes/schemas";
import { shownTo } from "@countinghouse/validators/masking";
import type { Role } from "@countinghouse/validators/roles";
import { z } from "zod";
import type { AdminCtx } from "../context.ts";
import { listRead } from "../reading.ts";
import { FAILED_LEDGER_WRITES } from "./failed.ts";
import { openLedgerMessage, type ReadLedgerMessage } from "./message.ts";

/** A write to the ledger sheet that failed (specification 2, section 3). */
export interface LedgerWriteFailure {
  id: string;
  /** As it was queued; empty when what was queued can not be read. */
  sheetName: string;
  /** The cells, each as the role sees it. */
  values: LedgerCell[][];
  /** What was to be done. */
  action: string;
  /** Where, in A1 notation. */
  range: string;
  queuedAt: Date;
  /** What the row is about; null when that is not known. */
  source: string | null;
  errorMessage: string;
}

const SHOWN = {
  id: true,
  dedupeKey: true,
  payload: true,
  createdAt: true,
  lastError: true,
} as const satisfies Prisma.OutboxMessageSelect;

/**
 * The failures, the latest first, and how many there are in all: so many that not all are shown is rare. Notes the look at the
 * customers of their rows.
 */
export async function listLedgerWriteFailures(
  ctx: AdminCtx,
): Promise<{ failures: LedgerWriteFailure[]; count: number }> {
  const [messages, count] = await Promise.all([
    ctx.db.outboxMessage.findMany({
      where: FAILED_LEDGER_WRITES,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: MOST_LEDGER_WRITES,
      select: SHOWN,
    }),
    ctx.db.outboxMessage.count({ where: FAILED_LEDGER_WRITES }),
  ]);
  const failures = messages.map((message) => toFailure(ctx.services.vault, message));
  const userIds = [...new Set(failures.flatMap(customersIn))];
  const draft = listRead(userIds, { procedure: "ledgerWrites.list" });
  await ctx.reading.note({ userIds, event: { action: "users.readList", draft } });
  return { failures: failures.map((failure) => maskedFor(ctx.actor.role, failure)), count };
}

const ROUTING_AT = LEDGER_SHEET_COLUMNS["New Accounts"].indexOf("Routing Number");

/** Every sheet of ours names the customer in the same column. */
const USER_AT = LEDGER_SHEET_COLUMNS.Payments.indexOf("User Id");

const customersIn = ({ sheetName, values }: LedgerWriteFailure): number[] =>
  Object.hasOwn(LEDGER_SHEET_COLUMNS, sheetName)
    ? values.map((cells) => Number(cells[USER_AT])).filter((id) => z.int32().positive().safeParse(id).success)
    : [];

function maskedFor(role: Role, failure: LedgerWriteFailure): LedgerWriteFailure {
  if (failure.sheetName !== "New Accounts") return failure;
  const values = failure.values.map((cells) =>
    cells.map((cell, at) => (at === ROUTING_AT ? shownTo(role, "routing", String(cell)) : cell)),
  );
  return { ...failure, values };
}

function toFailure(
  vault: Vault,
  message: Prisma.OutboxMessageGetPayload<{ select: typeof SHOWN }>,
): LedgerWriteFailure {
  const { id, dedupeKey, createdAt, lastError } = message;
  const read = openLedgerMessage(vault, message);
  return {
    id,
    sheetName: read?.sheet ?? "",
    values: read?.rows.map(({ cells }) => cells) ?? [],
    action: "append",
    range: read ? sheetRange(read) : "",
    queuedAt: createdAt,
    source: parseSource(dedupeKey),
    errorMessage: lastError,
  };
}

function sheetRange({ sheet, rows }: ReadLedgerMessage): string {
  const named = LEDGER_SHEETS.find((name) => name === sheet);
  const width =
    named === undefined
      ? Math.max(1, ...rows.map(({ cells }) => cells.length))
      : LEDGER_SHEET_COLUMNS[named].length;
  return `${sheet.includes(" ") ? `'${sheet}'` : sheet}!A:${columnLetters(width - 1)}`;
}

const SOURCES: Readonly<Record<string, string>> = { payment: "Payment", account: "Bank account" };

/** The key of a row names what it is about: `ledger-sheet:payment:{id}`. */
function parseSource(dedupeKey: string): string | null {
  const [, kind = "", id = ""] = /^ledger-sheet:(\w+):(.+)$/.exec(dedupeKey) ?? [];
  const word = SOURCES[kind];
  return word === undefined ? null : `${word} ${id}`;
}

/** Where each of these stands now; one that is not a row for the ledger sheet is left out. */
export async function ledgerWriteProgress(ctx: AdminCtx, { items }: LedgerWriteProgress) {
  const messages = await ctx.db.outboxMessage.findMany({
    where: { id: { in: items.map(({ id }) => id) }, topic: "LEDGER_SHEET" },
    select: { id: true, state: true, lastError: true },
  });
  return messages.map(({ id, state, lastError }) => ({ id, state, errorMessage: lastError }));
}
