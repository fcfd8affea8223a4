import type { Tx } from "@countinghouse/db";
import { whyNotMakeCardPrimary, whyNotSwitchCard } from "@countinghouse/validators/bank-accounts/rules";
import { ACCOUNT_TEXTS as TEXT } from "@countinghouse/validators/bank-accounts/texts";
import type { ListCards, MakeCardPrimary, SetCardStatus } from "@countinghouse/validators/cards/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";

type Requested<Input> = Input & { requestId: string };

/** The cards of a user, the primary one first. Of a number the last four digits; a security code is kept nowhere. */
export async function listCards(ctx: AdminCtx, { userId }: ListCards) {
  const cards = await ctx.db.card.findMany({
    where: { userId },
    orderBy: [{ isPrimary: "desc" }, { id: "asc" }],
    select: {
      id: true,
      last4: true,
      expiry: true,
      cardName: true,
      issuer: true,
      verifyType: true,
      verifyFund: true,
      mid: true,
      status: true,
      isPrimary: true,
      account: true,
      importRunId: true,
    },
  });
  return cards.map(({ importRunId, ...card }) => ({ ...card, isImported: importRunId !== null }));
}

/**
 * Activates a card or switches it off. What is claimed by a payment already is not held up. Throws RULE for the
 * primary card and for one that would be activated after it expired, CONFLICT when it is so already, NOT_FOUND.
 */
export function setCardStatus(ctx: AdminCtx, input: Requested<SetCardStatus>) {
  const { cardId, status } = input;
  const spec = { action: "cards.setStatus", capability: "accounts.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const before = await lockCard(tx, cardId);
    if (before.status === status) throw new DomainError("CONFLICT", TEXT.changedMeanwhile);
    refuseWhen(whyNotSwitchCard(before, newYorkDate(now)));
    await tx.card.update({ where: { id: cardId }, data: { status } });
    return {
      result: { cardId, status, message: TEXT.updated },
      audit: {
        subject: { type: "card", id: cardId },
        before: { status: before.status },
        after: { userId: before.userId, last4: before.last4, status },
      },
    };
  });
}

/**
 * Makes a card the primary one of its user. Payments that were begun keep theirs. Throws RULE for a card that is
 * inactive, expired or primary, CONFLICT when another one became primary meanwhile, NOT_FOUND.
 */
export function makeCardPrimary(ctx: AdminCtx, input: Requested<MakeCardPrimary>) {
  const { cardId, insteadOf } = input;
  const spec = { action: "cards.makePrimary", capability: "accounts.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const card = await lockCard(tx, cardId);
    const { userId } = card;
    const primary = await tx.card.findFirst({
      where: { userId, isPrimary: true },
      select: { id: true, last4: true },
    });
    if ((primary?.id ?? null) !== insteadOf) throw new DomainError("CONFLICT", TEXT.changedMeanwhile);
    refuseWhen(whyNotMakeCardPrimary(card, newYorkDate(now)));
    await tx.card.updateMany({ where: { userId, isPrimary: true }, data: { isPrimary: false } });
    await tx.card.update({ where: { id: cardId }, data: { isPrimary: true } });
    return {
      result: { cardId, message: TEXT.updated },
      audit: {
        subject: { type: "card", id: cardId },
        before: { primaryId: insteadOf, last4: primary?.last4 ?? null },
        after: { userId, primaryId: cardId, last4: card.last4 },
      },
    };
  });
}

/** The card as it stands once its user is locked. */
async function lockCard(tx: Tx, id: number) {
  const select = { userId: true, status: true, expiry: true, isPrimary: true, last4: true } as const;
  const { userId } = found(await tx.card.findUnique({ where: { id }, select }), "There is no such card.");
  await lockUser(tx, userId);
  return tx.card.findUniqueOrThrow({ where: { id }, select });
}
