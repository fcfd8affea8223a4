import { randomUUID } from "node:crypto";
import {
  BANK_LINK_CODES,
  type BankLinkEvent,
  BankLinkRefusal,
} from "@countinghouse/providers/bank-link/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { receiveAssetReport } from "../asset-reports/receive.ts";
import { createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import type { WithPorts } from "../ports.ts";
import { endLinkNotices, saveLinkFailure } from "./ask.ts";

/**
 * Acts on what the provider told. A finished report is fetched. A link that failed, and does not work now either, is saved as such.
 * An account whose permission was taken back is not debited any more, and a link that is cut soon waits for a person, until the link
 * is repaired. The same event again changes nothing, and neither does an event about no link of ours. Throws what the provider throws.
 */
export async function receiveBankLinkEvent(services: ReceivingServices, event: BankLinkEvent): Promise<void> {
  if (event.type === "itemFailed") await linkFailed(services, event.itemId, event.code ?? "");
  if (event.type === "permissionRevoked" && event.accountId === null)
    await permissionRevoked(services, event.itemId);
  if (event.type === "permissionRevoked" && event.accountId !== null)
    await accountRevoked(services, event.itemId, event.accountId);
  if (event.type === "disconnectPending") await disconnectPending(services, event.itemId);
  if (event.type === "linkRepaired") await linkRepaired(services, event.itemId);
  if (event.type === "assetReportReady" || event.type === "assetReportFailed") {
    const report = await services.db.read.assetReport.findFirst({
      where: { providerId: event.assetReportId, state: "PENDING" },
      select: { id: true, tokenSealed: true },
    });
    if (report) await receiveAssetReport(createReceiver(services), report);
  }
}

type ReceivingServices = Core & WithPorts<"bankLink">;

const JOB = { kind: "job", name: "bank-link-events" } as const;

const createReceiver = (services: ReceivingServices) => ({ services, command: createCommand(services, JOB) });

/**
 * A webhook may come late, when the customer has signed in at the bank again: how the link stands is what the provider says of it
 * now. Where it says nothing of the link, or the link's token is not here, there is nothing but the webhook.
 */
async function linkFailed(services: ReceivingServices, itemId: string, told: string): Promise<void> {
  const links = await readLinks(services, itemId);
  const standing = await Promise.all(
    links.map(async (link) => ({ ...link, code: (await readFailure(services, link)) ?? told })),
  );
  const failed = standing.filter(({ code, errorCode }) => code !== "" && code !== errorCode);
  for (const [code, ofCode] of Map.groupBy(failed, (link) => link.code))
    await saveFailed(services, { itemId, code }, ofCode);
}

/** The code of why a link does not work now, empty where it does; null where nothing is said of it. */
async function readFailure(services: ReceivingServices, link: StoredLink): Promise<string | null> {
  const accessToken = openToken(services, link);
  if (accessToken === null) return null;
  try {
    const { error } = await services.ports.bankLink.itemState(accessToken);
    return error?.code ?? "";
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    return error instanceof BankLinkRefusal && error.isOfLink ? (error.vendorCode ?? null) : null;
  }
}

/** The provider has no later word of a link whose permission was taken back: the event itself counts. */
async function permissionRevoked(services: ReceivingServices, itemId: string): Promise<void> {
  const links = await readLinks(services, itemId);
  const code = BANK_LINK_CODES.permissionRevoked;
  await saveFailed(
    services,
    { itemId, code },
    links.filter(({ revokedAt }) => revokedAt === null),
  );
}

async function accountRevoked(services: ReceivingServices, itemId: string, accountId: string): Promise<void> {
  const ids = (await readLinks(services, itemId)).map(({ id }) => id);
  const where = { bankLinkId: { in: ids }, providerAccountId: accountId, revokedAt: null };
  const accounts = await services.db.read.bankAccount.findMany({ where, select: { id: true, mask: true } });
  const [account] = accounts;
  if (account === undefined) return;
  const input = { requestId: randomUUID(), itemId, accountId };
  await createCommand(services, JOB)(
    { action: "bankLinks.accountRevoked", capability: null, input },
    async ({ tx, now }) => {
      await tx.bankAccount.updateMany({ where, data: { revokedAt: now } });
      const subject = { type: "bank_account", id: account.id };
      return {
        result: null,
        audit: { subject, before: { revokedAt: null }, after: { last4: account.mask, revokedAt: now } },
      };
    },
  );
}

async function disconnectPending(services: ReceivingServices, itemId: string): Promise<void> {
  const links = (await readLinks(services, itemId)).filter(
    ({ disconnectToldAt }) => disconnectToldAt === null,
  );
  const [link] = links;
  if (link === undefined) return;
  const input = { requestId: randomUUID(), itemId };
  await createCommand(services, JOB)(
    { action: "bankLinks.disconnecting", capability: null, input },
    async ({ tx, now }) => {
      await tx.bankLink.updateMany({
        where: { id: { in: links.map(({ id }) => id) }, disconnectToldAt: null },
        data: { disconnectToldAt: now },
      });
      return {
        result: null,
        audit: {
          subject: { type: "bank_link", id: link.id },
          before: { disconnectToldAt: null },
          after: { disconnectToldAt: now },
        },
      };
    },
  );
}

/** A link that the provider says is repaired works again where its accounts can be read, or its token is not here. */
async function linkRepaired(services: ReceivingServices, itemId: string): Promise<void> {
  const before = services.now();
  const told = (await readLinks(services, itemId)).filter(
    ({ errorCode, isActive, revokedAt, disconnectToldAt, accounts }) =>
      errorCode !== "" || !isActive || revokedAt !== null || disconnectToldAt !== null || accounts.length > 0,
  );
  for (const link of told) {
    const accountIds = await readAccountIds(services, link);
    if (accountIds === null) continue;
    const { id: bankLinkId, errorCode, isActive, revokedAt, disconnectToldAt } = link;
    const input = { requestId: randomUUID(), itemId, bankLinkId };
    await createCommand(services, JOB)(
      { action: "bankLinks.repaired", capability: null, input },
      async ({ tx }) => {
        await tx.bankLink.update({ where: { id: bankLinkId }, data: { errorCode: "", isActive: true } });
        await endLinkNotices(tx, { bankLinkId, accountIds, before }, true);
        return {
          result: null,
          audit: {
            subject: { type: "bank_link", id: bankLinkId },
            before: { errorCode, isActive, revokedAt, disconnectToldAt },
            after: { errorCode: "", isActive: true, revokedAt: null, disconnectToldAt: null },
          },
        };
      },
    );
  }
}

/** The provider's ids of the accounts of a link; none where the link's token is not here, null where the link does not work. */
async function readAccountIds(services: ReceivingServices, link: StoredLink): Promise<string[] | null> {
  const accessToken = openToken(services, link);
  if (accessToken === null) return [];
  try {
    return (await services.ports.bankLink.auth(accessToken)).map(({ accountId }) => accountId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    return null;
  }
}

const readLinks = (services: ReceivingServices, itemId: string) =>
  services.db.read.bankLink.findMany({
    where: { itemId, NOT: { itemId: "" } },
    select: {
      id: true,
      errorCode: true,
      isActive: true,
      revokedAt: true,
      disconnectToldAt: true,
      accessTokenSealed: true,
      accounts: { where: { revokedAt: { not: null } }, select: { id: true } },
    },
  });

interface StoredLink {
  id: number;
  accessTokenSealed: Uint8Array | null;
}

/** Null where there is no token, or none that opens. */
function openToken({ vault, log }: ReceivingServices, { id, accessTokenSealed }: StoredLink): string | null {
  if (accessTokenSealed === null) return null;
  try {
    return vault.open({ table: "bank_link", column: "access_token_sealed", rowId: id }, accessTokenSealed);
  } catch (error) {
    log.error({ bankLinkId: id, error: String(error) }, "the token of a bank link can not be opened");
    return null;
  }
}

async function saveFailed(
  services: ReceivingServices,
  { itemId, code }: { itemId: string; code: string },
  links: readonly { id: number; errorCode: string }[],
): Promise<void> {
  const [link] = links;
  if (!link) return;
  const input = { requestId: randomUUID(), itemId, code };
  await createCommand(services, JOB)(
    { action: "bankLinks.failed", capability: null, input },
    async ({ tx, now }) => {
      const ids = links.map(({ id }) => id);
      await saveLinkFailure(tx, ids, code, now);
      return {
        result: null,
        audit: {
          subject: { type: "bank_link", id: link.id },
          before: { errorCode: link.errorCode },
          after: { errorCode: code },
        },
      };
    },
  );
}

/** Returns true for the id of a stored bank link or asset report. */
export async function isKnownToBankLinks({ db }: Pick<Core, "db">, id: string): Promise<boolean> {
  if (id === "") return false;
  const link = await db.read.bankLink.findFirst({ where: { itemId: id }, select: { id: true } });
  if (link !== null) return true;
  return (await db.read.assetReport.findFirst({ where: { providerId: id }, select: { id: true } })) !== null;
}
