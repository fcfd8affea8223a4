import { MANUAL_ACCOUNT_FACTS } from "@countinghouse/validators/bank-accounts/rules";
import type { AddLostAccountManually } from "@countinghouse/validators/bank-accounts/schemas";
import { ACCOUNT_TEXTS as TEXT } from "@countinghouse/validators/bank-accounts/texts";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";
import { lockUser } from "../locks.ts";
import {
  countStrangers,
  ensureManualLink,
  newAccountDraft,
  readOwners,
  readSheetUser,
} from "./manual-account.ts";

/**
 * Adds an account of a lost link by hand, from the list (specification 1, section 8): it is the customer's own from now
 * on, without a link, and as enabled, primary and verified as it was. Its number is not typed again. `sharedWith` is
 * as for one that is typed. Throws RULE when another account in use is the same one, CONFLICT when its link
 * works, NOT_FOUND.
 */
export function addLostAccountManually(ctx: AdminCtx, input: AddLostAccountManually & { requestId: string }) {
  const { accountId: id } = input;
  const spec = { action: "bankAccounts.addLostManually", capability: "accounts.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const where = { id };
    const { userId } = found(
      await tx.bankAccount.findUnique({ where, select: { userId: true } }),
      "There is no such account.",
    );
    await lockUser(tx, userId);
    const { bankLink, numberIndex, ...account } = await tx.bankAccount.findUniqueOrThrow({
      where,
      select: LOST_ACCOUNT,
    });
    if (bankLink.isActive) throw new DomainError("CONFLICT", TEXT.changedMeanwhile);
    const { name, routing, mask: last4 } = account;
    const sharing = await readOwners(tx, {
      id: { not: id },
      routing,
      numberIndex,
      OR: [{ userId: { not: userId } }, { bankLink: { isActive: true } }],
    });
    if (sharing.includes(userId)) throw new DomainError("RULE", TEXT.knownAlready);
    const user = found(await readSheetUser(tx, userId), unknownUser(userId));
    await tx.bankAccount.update({
      where,
      data: {
        bankLinkId: await ensureManualLink(tx, userId, now),
        providerAccountId: `manual-${id}`,
        source: MANUAL_ACCOUNT_FACTS.source,
        isManuallyAdded: true,
      },
    });
    const sharedWith = await countStrangers(tx, user, sharing);
    return {
      result: { id, sharedWith, message: TEXT.updated },
      audit: {
        subject: { type: "bank_account", id },
        before: { bankLinkId: bankLink.id, source: account.source, isManuallyAdded: false },
        after: { userId, name, routing, last4, isManuallyAdded: true, sharedWith },
      },
      outbox: [await newAccountDraft(tx, { at: now, by: ctx.actor.fullName, user, account })],
    };
  });
}

const LOST_ACCOUNT = {
  id: true,
  name: true,
  type: true,
  subtype: true,
  routing: true,
  mask: true,
  source: true,
  numberIndex: true,
  bankLink: { select: { id: true, isActive: true } },
} as const;
