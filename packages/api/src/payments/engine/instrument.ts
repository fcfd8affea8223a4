import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { PAID_STATES } from "@countinghouse/validators/payments/states";
import type { IntentRow } from "./intent-row.ts";

/** The source or the target of the money, opened for one call. It is never stored, logged or sent to a browser. */
export type Instrument =
  | {
      rail: "CARD";
      token: string;
      /** For a refund: the processor's reference of the sale. */
      originalReference: string | null;
    }
  | {
      rail: "ACH";
      routing: string;
      accountNumber: string;
      subtype: string;
      firstName: string;
      lastName: string;
      companyName: string;
    };

/** Opens the card or the account of an intent. Throws when the intent has neither: such an intent is never sent. */
export async function openInstrument(tx: Tx, vault: Vault, intent: IntentRow): Promise<Instrument> {
  if (intent.cardId !== null) return openCard(tx, vault, intent, intent.cardId);
  if (intent.bankAccountId !== null) return openAccount(tx, vault, intent, intent.bankAccountId);
  throw new Error(`Payment intent ${intent.id} has no instrument.`);
}

async function openCard(tx: Tx, vault: Vault, intent: IntentRow, id: number): Promise<Instrument> {
  const { tokenSealed } = await tx.card.findUniqueOrThrow({ where: { id }, select: { tokenSealed: true } });
  const original = intent.parentId && (await readReference(tx, intent.parentId));
  return {
    rail: "CARD",
    token: vault.open({ table: "card", column: "token_sealed", rowId: id }, tokenSealed),
    originalReference: original ?? null,
  };
}

async function openAccount(tx: Tx, vault: Vault, intent: IntentRow, id: number): Promise<Instrument> {
  const account = await tx.bankAccount.findUniqueOrThrow({
    where: { id },
    select: { numberSealed: true, routing: true, subtype: true },
  });
  const owner = await tx.user.findUniqueOrThrow({
    where: { id: intent.userId },
    select: { firstname: true, lastname: true, companyName: true },
  });
  return {
    rail: "ACH",
    routing: account.routing,
    accountNumber: vault.open(
      { table: "bank_account", column: "number_sealed", rowId: id },
      account.numberSealed,
    ),
    subtype: account.subtype,
    firstName: owner.firstname,
    lastName: owner.lastname,
    companyName: owner.companyName,
  };
}

/** Returns the processor's reference of the attempt that paid an intent, or null. */
async function readReference(tx: Tx, intentId: string): Promise<string | null> {
  const paid = await tx.paymentAttempt.findFirst({
    where: { intentId, outcome: { in: [...PAID_STATES] } },
    orderBy: { sequence: "desc" },
    select: { providerReference: true },
  });
  return paid?.providerReference ?? null;
}
