import { MANUAL_ACCOUNT_KIND } from "@countinghouse/validators/bank-accounts/rules";
import type { GetAccountOwner, ListBankAccounts } from "@countinghouse/validators/bank-accounts/schemas";
import { shownTo } from "@countinghouse/validators/masking";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";

/** What the customer is called whose accounts are shown. Throws NOT_FOUND. */
export const accountOwner = async (ctx: AdminCtx, { userId }: GetAccountOwner) =>
  found(
    await ctx.db.user.findUnique({
      where: { id: userId },
      select: { id: true, firstname: true, lastname: true, businessName: true },
    }),
    unknownUser(userId),
  );

/**
 * The bank accounts of a user, the primary one first: those in use, or those of links that are lost; and which one of
 * all is primary. Of a number the last four digits, never more; the routing number by role.
 */
export async function listBankAccounts(ctx: AdminCtx, { userId, active }: ListBankAccounts) {
  const primary = ctx.db.bankAccount.findFirst({ where: { userId, isPrimary: true }, select: { id: true } });
  const listed = ctx.db.bankAccount.findMany({
    where: { userId, bankLink: { isActive: active }, replacedAt: null },
    orderBy: [{ isPrimary: "desc" }, { id: "asc" }],
    select: {
      id: true,
      bankLinkId: true,
      providerAccountId: true,
      mask: true,
      name: true,
      type: true,
      subtype: true,
      routing: true,
      source: true,
      verification: true,
      enabled: true,
      isPrimary: true,
      isManuallyAdded: true,
      importRunId: true,
      bankLink: { select: { institutionName: true } },
    },
  });
  const [primaryAccount, accounts] = await Promise.all([primary, listed]);
  return {
    primaryId: primaryAccount?.id ?? null,
    accounts: accounts.map(({ bankLink, mask, importRunId, ...account }) => ({
      ...account,
      routing: shownTo(ctx.actor.role, "routing", account.routing),
      ...bankLink,
      ...(account.isManuallyAdded && MANUAL_ACCOUNT_KIND),
      last4: mask,
      isImported: importRunId !== null,
    })),
  };
}
