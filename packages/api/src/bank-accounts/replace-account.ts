import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { AccountNumbers } from "@countinghouse/validators/debit-control/changes";
import { findByNumber } from "@countinghouse/validators/payment-preferences/rules";

/** The numbers of an account, opened; only to compare them or to seal them anew. */
export async function readAccountNumbers(tx: Tx, vault: Vault, id: number): Promise<AccountNumbers> {
  const { numberSealed, routing, subtype } = await tx.bankAccount.findUniqueOrThrow({
    where: { id },
    select: { numberSealed: true, routing: true, subtype: true },
  });
  return { account: vault.open(sealedAt(id), numberSealed), routing, subtype };
}

/**
 * Has a new version stand for an account whose numbers are others: the old one is kept as it was, with what came back of it,
 * and neither enabled nor primary any more. A payment preference of its last digits follows, where it means this account. The caller has locked the
 * customer. Returns the id of the new version.
 */
export async function replaceAccount(
  { tx, vault, now }: { tx: Tx; vault: Vault; now: Date },
  id: number,
  { account, routing, subtype }: AccountNumbers,
  { isTokenized }: { isTokenized: boolean },
): Promise<number> {
  const { isPrimary, enabled, mask, ...old } = await tx.bankAccount.findUniqueOrThrow({
    where: { id },
    select: {
      bankLinkId: true,
      userId: true,
      providerAccountId: true,
      name: true,
      type: true,
      wireRouting: true,
      source: true,
      isManuallyAdded: true,
      isPrimary: true,
      enabled: true,
      mask: true,
    },
  });
  const alike = await tx.bankAccount.findMany({
    where: { userId: old.userId, mask, replacedAt: null },
    orderBy: { id: "asc" },
    select: { id: true, mask: true, isPrimary: true },
  });
  const isPreferred = findByNumber(alike, "mask", mask)?.id === id;
  await tx.bankAccount.update({
    where: { id },
    data: { enabled: false, isPrimary: false, replacedAt: now },
  });
  const last4 = account.slice(-4);
  const next = await tx.bankAccount.create({
    data: {
      ...old,
      routing,
      subtype,
      mask: last4,
      isPrimary,
      enabled,
      replacesId: id,
      isTokenized,
      createdAt: now,
      numberSealed: Buffer.alloc(0),
      numberIndex: vault.blindIndex("bankAccountNumber", account),
    },
    select: { id: true },
  });
  const numberSealed = vault.seal(sealedAt(next.id), account);
  await tx.bankAccount.update({ where: { id: next.id }, data: { numberSealed } });
  if (isPreferred)
    await tx.paymentPreference.updateMany({
      where: { userId: old.userId, bankNumber: mask },
      data: { bankNumber: last4 },
    });
  return next.id;
}

const sealedAt = (rowId: number) => ({ table: "bank_account", column: "number_sealed", rowId });
