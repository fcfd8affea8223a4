import { randomUUID } from "node:crypto";
import { type BankLinkEvent, BankLinkRefusal } from "@countinghouse/providers/bank-link/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { receiveAssetReport } from "../asset-reports/receive.ts";
import { createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import type { WithPorts } from "../ports.ts";
import { saveLinkFailure } from "./ask.ts";

/**
 * Acts on what the provider told: a report that is finished is fetched, a link that failed, and does not work now either, is
 * written down. Hearing the same again changes nothing, and neither does what is about nobody here. Throws what the provider throws.
 */
export async function receiveBankLinkEvent(services: ReceivingServices, event: BankLinkEvent): Promise<void> {
  if (event.type === "itemFailed") await linkFailed(services, event.itemId, event.code ?? "");
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
  if (itemId === "") return;
  const links = await services.db.read.bankLink.findMany({
    where: { itemId },
    select: { id: true, errorCode: true, accessTokenSealed: true },
  });
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
    async ({ tx }) => {
      const ids = links.map(({ id }) => id);
      await saveLinkFailure(tx, ids, code);
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
