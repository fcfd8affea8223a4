import type { CorrectionState, Statement, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { type AccountNumbers, correctedNumbers } from "@countinghouse/validators/debit-control/changes";
import { MOST_CORRECTIONS } from "@countinghouse/validators/debit-control/rules";
import type { AuditDraft } from "../audit.ts";
import { numbersOf, replaceAccount } from "../bank-accounts/replace-account.ts";
import type { AdminCtx } from "../context.ts";
import { lockUser } from "../lock-user.ts";

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
  const end = (state: CorrectionState, why: string, correctedAccountId: number | null) =>
    tx.accountCorrection.update({
      where: { eventId },
      data: { state, why, accountId, correctedAccountId, at: now },
    });
  if (accountId === null) {
    await end("REFUSED", "The account of the payment is not here any more.", null);
    return [];
  }
  const { numberIndex, routing } = await tx.bankAccount.findUniqueOrThrow({
    where: { id: accountId },
    select: { numberIndex: true, routing: true },
  });
  const sent = await numbersOf(tx, vault, accountId);
  const words = notice.correctedSealed === null ? "" : vault.open(sealedAt(eventId), notice.correctedSealed);
  const corrected = correctedNumbers(notice.code, words, sent);
  if ("why" in corrected) {
    await end("REFUSED", corrected.why, null);
    return [];
  }
  const { numbers } = corrected;
  const current = await currentVersion(tx, accountId);
  if (isSame(await numbersOf(tx, vault, current), numbers)) {
    await end("APPLIED", "", current);
    return [];
  }
  const holders = await tx.bankAccount.findMany({
    where: { numberIndex, routing, replacedAt: null },
    orderBy: { userId: "asc" },
    select: { id: true, userId: true, mask: true, subtype: true },
  });
  if (current !== accountId) {
    await end("REFUSED", "The account was corrected otherwise since.", null);
    return [];
  }
  const events: AuditDraft[] = [];
  for (const { id, userId, mask, subtype } of holders) {
    await lockUser(tx, userId);
    const own = { ...numbers, subtype: numbers.subtype === sent.subtype ? subtype : numbers.subtype };
    const nextId = await replaceAccount(tx, vault, id, own, now);
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

const isSame = (one: AccountNumbers, other: AccountNumbers): boolean =>
  one.account === other.account && one.routing === other.routing && one.subtype === other.subtype;

/** The version that stands for an account now: itself, or the one that replaced it last. */
async function currentVersion(tx: Tx, id: number): Promise<number> {
  const next = await tx.bankAccount.findUnique({ where: { replacesId: id }, select: { id: true } });
  return next === null ? id : currentVersion(tx, next.id);
}

export interface Correction {
  eventId: string;
  code: string;
  /** YYYY-MM-DD */
  noticedOn: string;
  state: CorrectionState;
  /** Why it could not be applied; empty where it was. */
  why: string;
  userId: number | null;
  userName: string | null;
  paymentId: string | null;
  last4: string | null;
  correctedLast4: string | null;
  correctedRouting: string | null;
}

const CORRECTIONS: Statement = {
  name: "debitControl.corrections",
  text: `SELECT c.event_id::text AS "eventId", c.code, c.noticed_on::text AS "noticedOn", c.state::text AS state, c.why,
      u.id AS "userId",
      coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, '')) AS "userName",
      e.intent_id::text AS "paymentId", b.mask AS last4, n.mask AS "correctedLast4", n.routing AS "correctedRouting"
    FROM account_correction c JOIN processor_event e ON e.id = c.event_id
    LEFT JOIN payment_intent i ON i.id = e.intent_id LEFT JOIN users u ON u.id = i.user_id
    LEFT JOIN bank_account b ON b.id = c.account_id LEFT JOIN bank_account n ON n.id = c.corrected_account_id
    ORDER BY c.at DESC, c.event_id DESC LIMIT $1`,
};

/** What banks have said is right in the place of what was sent, the newest first: what was corrected, and what could not be. */
export const listCorrections = (ctx: AdminCtx): Promise<Correction[]> =>
  ctx.db.sql<Correction>(CORRECTIONS, [MOST_CORRECTIONS]);
