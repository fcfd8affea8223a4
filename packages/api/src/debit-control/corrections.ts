import type { CorrectionState, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { ACCOUNT_TEXTS } from "@countinghouse/validators/bank-accounts/texts";
import {
  type AccountNumbers,
  bankWrote,
  correctedNumbers,
} from "@countinghouse/validators/debit-control/changes";
import type { AuditDraft } from "../audit.ts";
import { readAccountNumbers, replaceAccount } from "../bank-accounts/replace-account.ts";
import { refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";

/** A notification of change as a bank sent it. `words` may hold an account number: they are sealed. */
interface Notice {
  eventId: string;
  code: string;
  /** YYYY-MM-DD */
  day: string;
  words: string | null;
}

const sealedAt = (eventId: string) => ({
  table: "account_correction",
  column: "corrected_sealed",
  rowId: eventId,
});

/** Keeps what a bank says is right, sealed, also where nobody knows yet which payment it is about. */
export async function keepNotice(
  tx: Tx,
  vault: Vault,
  { eventId, code, day, words }: Notice,
  at: Date,
): Promise<void> {
  if (words === null) return;
  const correctedSealed = vault.seal(sealedAt(eventId), words);
  await tx.accountCorrection.upsert({
    where: { eventId },
    create: { eventId, code, noticedOn: new Date(day), correctedSealed, at },
    update: {},
  });
}

/** What the bank wrote in a notice that was kept. */
export const noticeWords = (
  vault: Vault,
  { eventId, correctedSealed }: { eventId: string; correctedSealed: Uint8Array | null },
): string => (correctedSealed === null ? "" : vault.open(sealedAt(eventId), correctedSealed));

/** Who has the number of an account now, whoever linked it, in the order of the customers. */
export async function accountHolders(tx: Tx, accountId: number) {
  const { numberIndex, routing } = await tx.bankAccount.findUniqueOrThrow({
    where: { id: accountId },
    select: { numberIndex: true, routing: true },
  });
  return tx.bankAccount.findMany({
    where: { numberIndex, routing, replacedAt: null },
    orderBy: { userId: "asc" },
    select: { id: true, userId: true, mask: true, routing: true, subtype: true },
  });
}

/**
 * Corrects the account of a payment as its bank says it is: whatever holds that number gets a new version, whoever linked it,
 * before the next debit. What can not be read, or is not what was sent any more, is kept with the reason. Returns the audit
 * events.
 */
export async function applyNotice(
  tx: Tx,
  vault: Vault,
  { eventId, accountId }: { eventId: string; accountId: number | null },
  now: Date,
): Promise<AuditDraft[]> {
  const notice = await tx.accountCorrection.findUnique({ where: { eventId } });
  if (notice === null || notice.state !== "WAITING") return [];
  const end = (state: CorrectionState, why: string, correctedAccountId: number | null, ofId = accountId) =>
    tx.accountCorrection.update({
      where: { eventId },
      data: { state, why, accountId: ofId, correctedAccountId, at: now },
    });
  if (accountId === null) {
    await end("REFUSED", "The account of the payment is not here any more.", null);
    return [];
  }
  const sent = await readAccountNumbers(tx, vault, accountId);
  const words = noticeWords(vault, notice);
  const corrected = correctedNumbers(notice.code, words, sent);
  if ("why" in corrected) {
    await end("REFUSED", corrected.why, null);
    return [];
  }
  const { numbers } = corrected;
  const current = await currentVersion(tx, accountId);
  if (isSame(await readAccountNumbers(tx, vault, current), numbers)) {
    await end("APPLIED", "", current);
    return [];
  }
  if (current !== accountId) {
    // The version that is debited now may be the wrong one: it waits for a person.
    await end(
      "REFUSED",
      `The account was corrected otherwise since. ${bankWrote(words, sent)}`,
      null,
      current,
    );
    return [];
  }
  const events: AuditDraft[] = [];
  for (const { id, userId, mask, routing, subtype } of await accountHolders(tx, accountId)) {
    await lockUser(tx, userId);
    const own = { ...numbers, subtype: numbers.subtype === sent.subtype ? subtype : numbers.subtype };
    const nextId = await replaceAccount({ tx, vault, now }, id, own, { isTokenized: false });
    if (id === accountId) await end("APPLIED", "", nextId);
    events.push({
      subject: { type: "bank_account", id },
      before: { userId, last4: mask, routing, subtype },
      after: {
        userId,
        reason: notice.code,
        correctedAccountId: nextId,
        last4: own.account.slice(-4),
        routing: own.routing,
        subtype: own.subtype,
      },
    });
  }
  return events;
}

/**
 * Replaces a customer's account by the numbers that a person was told, wherever the customer has it linked. Its old number stays
 * blocked. The caller has locked the customer. Returns what the audit says; throws RULE where they have the account already.
 */
export async function correctByHand(
  { tx, vault, now }: { tx: Tx; vault: Vault; now: Date },
  accountId: number,
  numbers: AccountNumbers,
) {
  const { account, routing, subtype } = numbers;
  const { userId, ...old } = await tx.bankAccount.findUniqueOrThrow({
    where: { id: accountId },
    select: { userId: true, numberIndex: true, routing: true },
  });
  const current = { userId, replacedAt: null };
  const linked = await tx.bankAccount.findMany({ where: { ...current, ...old }, select: { id: true } });
  refuseWhen(linked.some(({ id }) => id === accountId) ? null : ACCOUNT_TEXTS.accountReplaced);
  const same = { routing, numberIndex: { in: vault.blindIndexes("bankAccountNumber", account) } };
  const known = await tx.bankAccount.count({
    where: { ...current, ...same, id: { notIn: linked.map(({ id }) => id) } },
  });
  refuseWhen(known > 0 ? ACCOUNT_TEXTS.knownAlready : null);
  let correctedAccountId = accountId;
  for (const { id } of linked) {
    const nextId = await replaceAccount({ tx, vault, now }, id, numbers, { isTokenized: false });
    if (id === accountId) correctedAccountId = nextId;
    await tx.accountCorrection.updateMany({
      where: { accountId: id, state: "REFUSED" },
      data: { correctedAccountId: nextId },
    });
  }
  return { correctedAccountId, correctedLast4: account.slice(-4), routing, subtype };
}

const isSame = (one: AccountNumbers, other: AccountNumbers): boolean =>
  one.account === other.account && one.routing === other.routing && one.subtype === other.subtype;

/** The version that stands for an account now: itself, or the one that replaced it last. */
async function currentVersion(tx: Tx, id: number): Promise<number> {
  const next = await tx.bankAccount.findUnique({ where: { replacesId: id }, select: { id: true } });
  return next === null ? id : currentVersion(tx, next.id);
}
