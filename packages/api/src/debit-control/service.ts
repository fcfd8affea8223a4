import type { CorrectionState, Statement, Tx } from "@countinghouse/db";
import { whyNotCorrect, whyNotRecordCure } from "@countinghouse/validators/debit-control/cures";
import { MOST_CORRECTIONS } from "@countinghouse/validators/debit-control/rules";
import type { ListDebitBlocks, RecordCure } from "@countinghouse/validators/debit-control/schemas";
import { ACCOUNT_CORRECTED, CURE_RECORDED } from "@countinghouse/validators/debit-control/texts";
import { shownTo } from "@countinghouse/validators/masking";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { readAccountNumbers } from "../bank-accounts/replace-account.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";
import type { ListedRows } from "../sql-text.ts";
import { correctByHand } from "./corrections.ts";
import { readDebitControl } from "./facts.ts";

export { listCounted } from "./counted.ts";
export { forecastOfRun, returnRates } from "./return-rates.ts";

/** The accounts and cards of a customer that are not debited, each with the reason and what lifts it. */
export async function listDebitBlocks(ctx: AdminCtx, { userId }: ListDebitBlocks) {
  const [accounts, cards] = await Promise.all([
    ctx.db.bankAccount.findMany({
      where: { bankLink: { userId }, replacedAt: null },
      orderBy: { id: "asc" },
      select: { id: true, name: true, mask: true },
    }),
    ctx.db.card.findMany({
      where: { userId },
      orderBy: { id: "asc" },
      select: { id: true, issuer: true, last4: true },
    }),
  ]);
  const instruments = { accountIds: accounts.map(({ id }) => id), cardIds: cards.map(({ id }) => id) };
  const control = await readDebitControl(ctx.db, instruments, ctx.now());
  return [
    ...accounts.map(({ id, name, mask }) => ({
      instrument: { kind: "account" as const, id },
      name: `${name} •••• ${mask}`,
      block: control.anyOf(id),
    })),
    ...cards.map(({ id, issuer, last4 }) => ({
      instrument: { kind: "card" as const, id },
      name: `${issuer || "Card"} •••• ${last4}`,
      block: control.card(id),
    })),
  ].flatMap(({ block, ...which }) => (block === null ? [] : [{ ...which, block }]));
}

/**
 * Records that the holder of an account or a card has authorised debits again, or that the account was corrected: for its
 * number, whoever links it. A number that its bank called wrong is replaced by the corrected one and stays blocked itself.
 * Throws RULE where nothing forbids to debit it or that does not lift what does, NOT_FOUND.
 */
export function recordCure(ctx: AdminCtx, input: RecordCure & { requestId: string }) {
  const { userId, instrument, cure, obtainedOn, how, fileId, numbers } = input;
  const { vault } = ctx.services;
  const spec = { action: "debitControl.record", capability: "debitControl.record", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await lockUser(tx, userId);
    const { last4, ...number } = await readNumber(tx, input);
    const isCard = instrument.kind === "card";
    const control = await readDebitControl(
      tx,
      { accountIds: isCard ? [] : [instrument.id], cardIds: isCard ? [instrument.id] : [] },
      now,
    );
    const block = isCard ? control.card(instrument.id) : control.anyOf(instrument.id);
    refuseWhen(whyNotRecordCure(block, { cure, obtainedOn }, newYorkDate(now)));
    const file = fileId === null ? null : await tx.userFile.findFirst({ where: { id: fileId, userId } });
    if (fileId !== null && file === null)
      throw new DomainError("NOT_FOUND", "The customer has no such document.");
    if (block !== null && !isCard)
      refuseWhen(whyNotCorrect(block, numbers, await readAccountNumbers(tx, vault, instrument.id)));
    const cured = {
      userId,
      cure,
      obtainedOn: new Date(obtainedOn),
      how,
      fileId,
      recordedById: ctx.actor.id,
      recordedAt: now,
    };
    const corrected =
      numbers === null ? null : await correctByHand({ tx, vault, now }, instrument.id, numbers);
    const recorded =
      corrected === null
        ? await tx.recordedCure.create({ data: { ...number, ...cured }, select: { id: true } })
        : null;
    return {
      result: { id: recorded?.id ?? null, message: recorded === null ? ACCOUNT_CORRECTED : CURE_RECORDED },
      audit: {
        subject: { type: "user", id: userId },
        before: { block: block?.message },
        after: { instrument, last4, cure, obtainedOn, how, fileId, ...corrected },
      },
    };
  });
}

/** What a cure is kept under: the number of the account, or of the card. Throws NOT_FOUND. */
async function readNumber(tx: Tx, { userId, instrument: { kind, id } }: RecordCure) {
  if (kind === "card") {
    const where = { id, userId };
    const { tokenIndex, last4 } = found(await tx.card.findFirst({ where }), TEXT.instrumentGone);
    return { tokenIndex, last4 };
  }
  const where = { id, bankLink: { userId } };
  const { numberIndex, routing, mask } = found(
    await tx.bankAccount.findFirst({ where }),
    TEXT.instrumentGone,
  );
  return { numberIndex, routing, last4: mask };
}

interface Correction {
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
  /** As the role sees it. */
  correctedRouting: string | null;
}

/** What banks have corrected. */
export const CORRECTION_ROWS = {
  from: "account_correction c JOIN processor_event e ON e.id = c.event_id",
  condition: "true",
  values: [],
} satisfies ListedRows;

const CORRECTIONS: Statement = {
  name: "debitControl.corrections",
  text: `SELECT c.event_id::text AS "eventId", c.code, c.noticed_on::text AS "noticedOn", c.state::text AS state, c.why,
      u.id AS "userId",
      coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, '')) AS "userName",
      e.intent_id::text AS "paymentId", b.mask AS last4, n.mask AS "correctedLast4", n.routing AS "correctedRouting"
    FROM ${CORRECTION_ROWS.from}
    LEFT JOIN payment_intent i ON i.id = e.intent_id LEFT JOIN users u ON u.id = i.user_id
    LEFT JOIN bank_account b ON b.id = c.account_id LEFT JOIN bank_account n ON n.id = c.corrected_account_id
    ORDER BY c.at DESC, c.event_id DESC LIMIT ${MOST_CORRECTIONS}`,
};

/** What banks have said is right in the place of what was sent, the newest first: what was corrected, and what could not be. */
export async function listCorrections({ actor, db }: AdminCtx): Promise<Correction[]> {
  const corrections = await db.sql<Correction>(CORRECTIONS, []);
  return corrections.map(({ correctedRouting, ...correction }) => ({
    ...correction,
    correctedRouting: shownTo(actor.role, "routing", correctedRouting),
  }));
}
