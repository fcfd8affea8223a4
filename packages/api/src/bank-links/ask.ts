import type { Tx } from "@countinghouse/db";
import { BANK_LINK_CODES } from "@countinghouse/providers/bank-link/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { bankLinkFailure, DISCONNECT_DAYS, whyNotAskBank } from "@countinghouse/validators/bank-links/rules";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";

export interface AskedLink {
  id: number;
  institutionName: string;
}

export interface Answers<Answer> {
  answered: { link: AskedLink; answer: Answer }[];
  failed: { link: AskedLink; code: string; message: string }[];
}

/**
 * Asks the provider about every link of a user, all at once. A link that does not answer is told beside those that
 * do. Throws NOT_FOUND without such a user, RULE when there is nothing to ask.
 */
export async function askEachLink<Answer>(
  ctx: AdminCtx,
  userId: number,
  ask: (accessToken: string) => Promise<Answer>,
): Promise<Answers<Answer>> {
  const links = await readAskedLinks(ctx, userId);
  refuseWhen(whyNotAskBank({ links: links.length }));
  return askLinks(links, ask);
}

/** The same about links that were opened before. */
export async function askLinks<Answer>(
  links: readonly (AskedLink & { accessToken: string })[],
  ask: (accessToken: string) => Promise<Answer>,
): Promise<Answers<Answer>> {
  const answers: Answers<Answer> = { answered: [], failed: [] };
  const settled = await Promise.allSettled(links.map(({ accessToken }) => ask(accessToken)));
  for (const [index, { id, institutionName }] of links.entries()) {
    const outcome = settled[index];
    const link = { id, institutionName };
    if (outcome?.status === "fulfilled") answers.answered.push({ link, answer: outcome.value });
    else answers.failed.push({ link, ...describeFailure(outcome?.reason) });
  }
  return answers;
}

/** Saves, of every link that was asked, whether it works: one that wants a new login, or was revoked, is lost. */
export async function saveLinkStates(
  tx: Tx,
  { answered, failed }: Answers<unknown>,
  now: Date,
): Promise<void> {
  const working = answered.map(({ link }) => link.id);
  await tx.bankLink.updateMany({
    // Most of them worked before: those are not written.
    where: { id: { in: working }, OR: [{ errorCode: { not: "" } }, { isActive: false }] },
    data: { errorCode: "", isActive: true },
  });
  for (const [code, failures] of Map.groupBy(failed, (each) => each.code)) {
    const ids = failures.map(({ link }) => link.id);
    await saveLinkFailure(tx, ids, code, now);
  }
}

/**
 * Saves why these links do not work. A lost login and a permission that was taken back take a link out of use: the rest passes. The
 * accounts of a link whose permission was taken back are not debited from now on.
 */
export async function saveLinkFailure(tx: Tx, ids: number[], code: string, now: Date): Promise<void> {
  const isRevoked = code === BANK_LINK_CODES.permissionRevoked;
  const isLost = isRevoked || code === BANK_LINK_CODES.loginRequired;
  await tx.bankLink.updateMany({
    where: { id: { in: ids } },
    data: { errorCode: code, ...(isLost && { isActive: false }) },
  });
  if (isRevoked)
    await tx.bankLink.updateMany({ where: { id: { in: ids }, revokedAt: null }, data: { revokedAt: now } });
}

/**
 * Clears notices about a working link that came until `before`, and those about accounts whose numbers the provider returns.
 * A link that is to be cut is renewed only where it was repaired, or works after its day.
 */
export async function endLinkNotices(
  tx: Tx,
  { bankLinkId, accountIds, before }: { bankLinkId: number; accountIds: readonly string[]; before: Date },
  isRepaired: boolean,
): Promise<void> {
  const told = isRepaired ? before : new Date(before.getTime() - DISCONNECT_DAYS * DAY_MS);
  await tx.bankLink.updateMany({
    where: { id: bankLinkId, revokedAt: { lte: before } },
    data: { revokedAt: null },
  });
  await tx.bankLink.updateMany({
    where: { id: bankLinkId, disconnectToldAt: { lte: told } },
    data: { disconnectToldAt: null },
  });
  await tx.bankAccount.updateMany({
    where: { bankLinkId, providerAccountId: { in: [...accountIds] }, revokedAt: { lte: before } },
    data: { revokedAt: null },
  });
}

const DAY_MS = 86_400_000;

/** What staff is shown of the links that did not answer. */
export const shownFailures = ({ failed }: Answers<unknown>) =>
  failed.map(({ link, message }) => ({
    bankLinkId: link.id,
    institutionName: link.institutionName,
    message,
  }));

/** The access tokens of a user's links, opened. They go to the provider and nowhere else. */
async function readAskedLinks(
  ctx: AdminCtx,
  userId: number,
): Promise<(AskedLink & { accessToken: string })[]> {
  const user = await ctx.db.user.findUnique({
    where: { id: userId },
    select: {
      bankLinks: {
        where: { accessTokenSealed: { not: null } },
        orderBy: { id: "asc" },
        select: { id: true, institutionName: true, accessTokenSealed: true },
      },
    },
  });
  const { bankLinks } = found(user, unknownUser(userId));
  return bankLinks.flatMap(({ accessTokenSealed, ...link }) => {
    if (accessTokenSealed === null) return [];
    const place = { table: "bank_link", column: "access_token_sealed", rowId: link.id };
    return [{ ...link, accessToken: ctx.services.vault.open(place, accessTokenSealed) }];
  });
}

/** The adapter puts status and code before what the vendor said; those are not for the screen. */
function describeFailure(error: unknown): { code: string; message: string } {
  if (!(error instanceof ProviderError)) throw error;
  const code = error.vendorCode ?? "";
  const prefix = `${error.provider}: ${error.status ?? ""} ${code}: `;
  const told = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : "";
  return { code, message: bankLinkFailure({ code, told }) };
}
