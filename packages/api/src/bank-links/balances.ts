import type { LinkedAccount } from "@countinghouse/providers/bank-link/port";
import type { FetchBalances, ListBalanceRecords } from "@countinghouse/validators/bank-links/schemas";
import { z } from "zod";
import type { AdminCtx } from "../context.ts";
import type { WithPorts } from "../ports.ts";
import { askEachLink, saveLinkStates, shownFailures } from "./ask.ts";

const SHOWN = 50;

const BalanceAccounts = z.array(
  z.object({
    accountId: z.string(),
    name: z.string(),
    mask: z.string().nullable(),
    /** Of the number, where we know it; else empty. */
    last4: z.string(),
    availableCents: z.int().nullable(),
    currentCents: z.int().nullable(),
    currency: z.string().nullable(),
  }),
);
type BalanceAccounts = z.infer<typeof BalanceAccounts>;

/** What a bank said of its accounts as it is kept. `last4` has the last digits of those whose number we know. */
export const keptAccounts = (
  answer: readonly LinkedAccount[],
  last4: ReadonlyMap<string, string>,
): BalanceAccounts =>
  answer.map(({ accountId, name, mask, availableCents, currentCents, currency }) => ({
    accountId,
    name,
    mask,
    last4: last4.get(accountId) ?? "",
    availableCents,
    currentCents,
    currency,
  }));

/** What the banks said was in a user's accounts, the latest first; the last fifty answers. */
export async function listBalanceRecords(ctx: AdminCtx, { userId }: ListBalanceRecords) {
  const records = await ctx.db.balanceRecord.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: SHOWN,
    select: { id: true, createdAt: true, accounts: true, bankLink: { select: { institutionName: true } } },
  });
  return records.map(({ bankLink, accounts, ...record }) => ({
    ...record,
    institutionName: bankLink.institutionName,
    accounts: BalanceAccounts.parse(accounts),
  }));
}

/**
 * Asks the banks of a user what is in the accounts now, which may take half a minute, and keeps what they say. Links
 * that did not answer are in the result, with what staff is told. Throws NOT_FOUND without such a user, RULE without
 * a link.
 */
export async function fetchBalances(
  ctx: AdminCtx<WithPorts<"bankLink">>,
  input: FetchBalances & { requestId: string },
) {
  const { userId } = input;
  const answers = await askEachLink(ctx, userId, (accessToken) =>
    ctx.services.ports.bankLink.balances(accessToken),
  );
  const last4 = await lastDigits(ctx, userId);
  const records = answers.answered.map(({ link, answer }) => ({
    userId,
    bankLinkId: link.id,
    accounts: keptAccounts(answer, last4),
  }));
  const spec = { action: "bankLinks.fetchBalances", capability: "bankLinks.ask", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await saveLinkStates(tx, answers, now);
    await tx.balanceRecord.createMany({ data: records.map((record) => ({ ...record, createdAt: now })) });
    const failures = shownFailures(answers);
    return {
      result: { records: records.length, failures },
      audit: {
        subject: { type: "user", id: userId },
        after: { bankLinkIds: records.map(({ bankLinkId }) => bankLinkId), failures },
      },
    };
  });
}

/** The last four digits of a user's account numbers, by the provider's id of the account. */
async function lastDigits(ctx: AdminCtx, userId: number): Promise<ReadonlyMap<string, string>> {
  const accounts = await ctx.db.bankAccount.findMany({
    where: { bankLink: { userId }, isManuallyAdded: false, replacedAt: null },
    select: { providerAccountId: true, mask: true },
  });
  return new Map(accounts.map(({ providerAccountId, mask }) => [providerAccountId, mask]));
}
