import type { Tx } from "@countinghouse/db";
import { whyNotMakeAccountPrimary, whyNotSwitchAccount } from "@countinghouse/validators/bank-accounts/rules";
import type { MakeAccountPrimary, SetAccountEnabled } from "@countinghouse/validators/bank-accounts/schemas";
import { ACCOUNT_TEXTS as TEXT } from "@countinghouse/validators/bank-accounts/texts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";

type Requested<Input> = Input & { requestId: string };

/**
 * Enables or disables an account. What is claimed by a payment already is not held up. Throws RULE for the primary
 * account, CONFLICT when it is so already, NOT_FOUND.
 */
export function setAccountEnabled(ctx: AdminCtx, input: Requested<SetAccountEnabled>) {
  const { accountId, enabled } = input;
  const spec = { action: "bankAccounts.setEnabled", capability: "accounts.write", input } as const;
  return ctx.command(spec, async ({ tx }) => {
    const before = await lockAccount(tx, accountId);
    refuseWhen(whyNotSwitchAccount(before));
    if (before.enabled === enabled) throw new DomainError("CONFLICT", TEXT.changedMeanwhile);
    await tx.bankAccount.update({ where: { id: accountId }, data: { enabled } });
    return {
      result: { accountId, enabled, message: TEXT.switched },
      audit: {
        subject: { type: "bank_account", id: accountId },
        before: { enabled: before.enabled },
        after: { userId: before.userId, last4: before.mask, enabled },
      },
    };
  });
}

/**
 * Makes an account the primary one of its user. Payments that were begun keep theirs. Throws RULE for a disabled
 * account and the one that is primary, CONFLICT when another one became primary meanwhile, NOT_FOUND.
 */
export function makeAccountPrimary(ctx: AdminCtx, input: Requested<MakeAccountPrimary>) {
  const { accountId, insteadOf } = input;
  const spec = { action: "bankAccounts.makePrimary", capability: "accounts.write", input } as const;
  return ctx.command(spec, async ({ tx }) => {
    const account = await lockAccount(tx, accountId);
    const { userId } = account;
    const primary = await tx.bankAccount.findFirst({
      where: { userId, isPrimary: true },
      select: { id: true, mask: true },
    });
    if ((primary?.id ?? null) !== insteadOf) throw new DomainError("CONFLICT", TEXT.changedMeanwhile);
    refuseWhen(whyNotMakeAccountPrimary(account));
    await tx.bankAccount.updateMany({ where: { userId, isPrimary: true }, data: { isPrimary: false } });
    await tx.bankAccount.update({ where: { id: accountId }, data: { isPrimary: true } });
    return {
      result: { accountId, message: TEXT.markedPrimary },
      audit: {
        subject: { type: "bank_account", id: accountId },
        before: { primaryId: insteadOf, last4: primary?.mask ?? null },
        after: { userId, primaryId: accountId, last4: account.mask },
      },
    };
  });
}

/** The account as it stands once its user is locked. */
async function lockAccount(tx: Tx, id: number) {
  const select = { userId: true, enabled: true, isPrimary: true, mask: true, replacedAt: true } as const;
  const { userId } = found(
    await tx.bankAccount.findUnique({ where: { id }, select }),
    "There is no such account.",
  );
  await lockUser(tx, userId);
  return tx.bankAccount.findUniqueOrThrow({ where: { id }, select });
}
