import type pg from "pg";
import type { Prisma } from "../generated/prisma/client.ts";
import type { Vault } from "../vault.ts";
import { copyRows, type Row } from "./copy-rows.ts";
import { newYorkDay } from "./days.ts";
import { createRandom, uuidAt } from "./random.ts";
import type { RecentPayment } from "./recent-payments.ts";

/** Why the rows of so many payments are not in the ledger sheet, and how often it was tried. */
const FAILURES = [
  { lastError: "The ledger sheet refused it: The caller does not have permission.", attempts: 1 },
  { lastError: "The ledger sheet is not available just now.", attempts: 150 },
  { lastError: "The ledger sheet did not answer.", attempts: 150 },
] as const;

/** Adds writes to the ledger sheet that failed, of the first of these payments, each sealed as any other message. */
export async function addLedgerWriteFailures(
  client: pg.ClientBase,
  vault: Vault,
  payments: readonly RecentPayment[],
): Promise<void> {
  const random = createRandom(FAILURES.length);
  const rows = FAILURES.flatMap((failure, index) => {
    const payment = payments[index];
    return payment?.id
      ? [failureMessage(vault, uuidAt(random, payment.at), { ...payment, rowId: payment.id, ...failure })]
      : [];
  });
  await copyRows(client, "outbox_message", rows);
}

type Failed = RecentPayment & { rowId: string; lastError: string; attempts: number };

function failureMessage(
  vault: Vault,
  id: string,
  { rowId, userId, name, kind, amountCents, last4, at, lastError, attempts }: Failed,
): Omit<Row<Prisma.OutboxMessageCreateManyInput>, "position"> {
  const mode = kind === "SALE" ? "Debit Card" : "ACH";
  const cells = [
    newYorkDay(at),
    userId,
    name,
    amountCents / 100,
    "DEBIT",
    kind,
    mode,
    `${kind} •••• ${last4}`,
  ];
  const message = { sheet: "Payments", row: { rowId, cells } };
  return {
    id,
    topic: "LEDGER_SHEET",
    dedupeKey: `ledger-sheet:payment:${rowId}`,
    payload: vault.seal({ table: "outbox_message", column: "payload", rowId: id }, JSON.stringify(message)),
    state: "FAILED",
    attempts,
    nextAt: at,
    leasedUntil: null,
    processId: null,
    traceparent: null,
    lastError,
    receipt: "",
    lane: "",
    createdAt: at,
    deliveredAt: null,
    deletedAt: null,
  };
}
