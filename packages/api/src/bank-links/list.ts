import type { ListBankLinks } from "@countinghouse/validators/bank-links/schemas";
import type { AdminCtx } from "../context.ts";

/** The bank links of a user, active ones first, each with its accounts. Account numbers are masked. */
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
  return links.map(({ accessTokenSealed, ...link }) => ({
    ...link,
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
