import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { TransferNumbers } from "@countinghouse/providers/bank-link/port";
import type { ReAuth } from "@countinghouse/validators/bank-links/schemas";
import { readAccountNumbers, replaceAccount } from "../bank-accounts/replace-account.ts";
import type { AdminCtx } from "../context.ts";
import { lockUser } from "../locks.ts";
import type { WithPorts } from "../ports.ts";
import { askEachLink, endLinkNotices, saveLinkStates, shownFailures } from "./ask.ts";

/**
 * Asks the provider for the transfer numbers of a user's links and keeps them sealed. Links that did not answer are
 * in the result, with what staff is told. Throws NOT_FOUND without such a user, RULE without a link.
 */
export async function reAuth(ctx: AdminCtx<WithPorts<"bankLink">>, input: ReAuth & { requestId: string }) {
  const askedAt = ctx.now();
  const answers = await askEachLink(ctx, input.userId, async (accessToken) => {
    const { bankLink } = ctx.services.ports;
    const [numbers, { itemId, consentExpiresAt }] = await Promise.all([
      bankLink.auth(accessToken),
      bankLink.itemState(accessToken),
    ]);
    return { numbers, itemId, consentExpiresAt };
  });
  return ctx.command(
    { action: "bankLinks.reAuth", capability: "bankLinks.ask", input },
    async ({ tx, now }) => {
      await lockUser(tx, input.userId);
      await saveLinkStates(tx, answers, now);
      for (const { link, answer } of answers.answered) {
        await tx.bankLink.update({
          where: { id: link.id },
          data: { authIsDone: true, itemId: answer.itemId, consentExpiresAt: answer.consentExpiresAt },
        });
        const accountIds = answer.numbers.map(({ accountId }) => accountId);
        await endLinkNotices(tx, { bankLinkId: link.id, accountIds, before: askedAt }, false);
        for (const numbers of answer.numbers)
          await saveNumbers(
            { tx, vault: ctx.services.vault, now },
            { bankLinkId: link.id, userId: input.userId },
            numbers,
          );
      }
      const failures = shownFailures(answers);
      const masks = answers.answered.map(({ link, answer }) => ({
        bankLinkId: link.id,
        accounts: answer.numbers.map(({ account }) => account.slice(-4)),
      }));
      return {
        result: { done: answers.answered.length, failures },
        audit: { subject: { type: "user", id: input.userId }, after: { links: masks, failures } },
      };
    },
  );
}

/**
 * A seal is bound to its row: an account that is new gets its row first. One whose number is another by now gets a new
 * version, so that what came back of the old number stays with it; a number that its bank has corrected does not come back.
 */
async function saveNumbers(
  { tx, vault, now }: { tx: Tx; vault: Vault; now: Date },
  owner: { bankLinkId: number; userId: number },
  told: TransferNumbers,
): Promise<void> {
  const {
    accountId: providerAccountId,
    name,
    type,
    subtype,
    account,
    isTokenized,
    routing,
    wireRouting,
  } = told;
  const facts = { routing, wireRouting: wireRouting ?? "", mask: account.slice(-4), isTokenized };
  const numberIndex = vault.blindIndex("bankAccountNumber", account);
  const indexes = vault.blindIndexes("bankAccountNumber", account);
  const versions = await tx.bankAccount.findMany({
    where: { bankLinkId: owner.bankLinkId, providerAccountId },
    select: { id: true, numberIndex: true, routing: true, replacedAt: true },
  });
  const isTold = (version: { numberIndex: Uint8Array; routing: string }) =>
    version.routing === routing && indexes.some((index) => Buffer.from(index).equals(version.numberIndex));
  const known = versions.find(({ replacedAt }) => replacedAt === null);
  if (known !== undefined) {
    if (isTold(known)) await tx.bankAccount.update({ where: { id: known.id }, data: facts });
    if (versions.some(isTold)) return;
    const { subtype: was } = await readAccountNumbers(tx, vault, known.id);
    const numbers = { account, routing, subtype: subtype ?? was };
    await replaceAccount({ tx, vault, now }, known.id, numbers, { isTokenized });
    return;
  }
  const { id } = await tx.bankAccount.create({
    data: {
      ...facts,
      ...owner,
      providerAccountId,
      name,
      type,
      subtype: subtype ?? "checking",
      numberSealed: Buffer.alloc(0),
      numberIndex,
    },
    select: { id: true },
  });
  const place = { table: "bank_account", column: "number_sealed", rowId: id };
  await tx.bankAccount.update({
    where: { id },
    data: { numberSealed: vault.seal(place, account) },
  });
}
