import { MANUAL_ACCOUNT_FACTS } from "@countinghouse/validators/bank-accounts/rules";
import type { AddAccountManually } from "@countinghouse/validators/bank-accounts/schemas";
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
 * Writes an account down that no bank link told of, enabled and not primary. `sharedWith` is how many other customers
 * have the same account, renewals of this one not counted. Throws RULE when the user has it already, NOT_FOUND.
 */
export function addAccountManually(ctx: AdminCtx, input: AddAccountManually & { requestId: string }) {
  const { account, ...shown } = input;
  const { userId, name, routing } = shown;
  const { vault } = ctx.services;
  const numberIndex = vault.blindIndex("bankAccountNumber", account);
  // Of so few digits a plain hash of the request would tell the number: it is named by a keyed one instead.
  const named = {
    ...shown,
    account: Buffer.from(vault.secretHash("account-request", account)).toString("hex"),
  };
  const spec = { action: "bankAccounts.addManually", capability: "accounts.write", input: named } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await lockUser(tx, userId);
    const user = found(await readSheetUser(tx, userId), unknownUser(userId));
    const indexes = vault.blindIndexes("bankAccountNumber", account);
    const sharing = await readOwners(tx, { routing, numberIndex: { in: indexes } });
    if (sharing.includes(userId)) throw new DomainError("RULE", TEXT.knownAlready);
    const facts = {
      ...MANUAL_ACCOUNT_FACTS,
      userId,
      bankLinkId: await ensureManualLink(tx, userId, now),
      providerAccountId: "",
      name,
      routing,
      mask: account.slice(-4),
      numberIndex,
      numberSealed: Buffer.alloc(0),
      isManuallyAdded: true,
      createdAt: now,
    };
    const { id } = await tx.bankAccount.create({ data: facts, select: { id: true } });
    const place = { table: "bank_account", column: "number_sealed", rowId: id };
    await tx.bankAccount.update({
      where: { id },
      data: { numberSealed: vault.seal(place, account), providerAccountId: `manual-${id}` },
    });
    const sharedWith = await countStrangers(tx, user, sharing);
    return {
      result: { id, sharedWith, message: TEXT.added },
      audit: {
        subject: { type: "bank_account", id },
        after: { userId, name, routing, last4: facts.mask, isManuallyAdded: true, sharedWith },
      },
      outbox: [
        await newAccountDraft(tx, { at: now, by: ctx.actor.fullName, user, account: { id, ...facts } }),
      ],
    };
  });
}
