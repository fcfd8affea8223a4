import type { ListBankLinks } from "@countinghouse/validators/bank-links/schemas";
import { shownTo } from "@countinghouse/validators/masking";
import type { AdminCtx } from "../context.ts";

/** The bank links of a user, active ones first, each with its accounts. Account numbers are masked, routing numbers by role. */
export async function listBankLinks(ctx: AdminCtx, { userId }: ListBankLinks) {
  const links = await ctx.db.bankLink.findMany({
    where: { userId, isManual: false },
    orderBy: [{ isActive: "desc" }, { id: "asc" }],
    select: {
      id: true,
      institutionId: true,
      institutionName: true,
      bankStatus: true,
      isActive: true,
      authIsDone: true,
      errorCode: true,
      accessTokenSealed: true,
      accounts: { orderBy: { id: "asc" }, select: ACCOUNT },
    },
  });
  const routing = (number: string) => shownTo(ctx.actor.role, "routing", number);
  return links.map(({ accessTokenSealed, accounts, ...link }) => ({
    ...link,
    accounts: accounts.map((account) => ({
      ...account,
      routing: routing(account.routing),
      wireRouting: routing(account.wireRouting),
    })),
    /** Whether the provider can be asked about it: a bank that was written down by hand cannot. */
    canBeAsked: accessTokenSealed !== null,
  }));
}

const ACCOUNT = {
  id: true,
  providerAccountId: true,
  name: true,
  subtype: true,
  mask: true,
  isTokenized: true,
  routing: true,
  wireRouting: true,
  isPrimary: true,
} as const;
