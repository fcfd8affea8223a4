import { randomUUID } from "node:crypto";
import type { BankLinkEvent } from "@countinghouse/providers/bank-link/port";
import { receiveAssetReport } from "../asset-reports/receive.ts";
import { createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import type { WithPorts } from "../ports.ts";
import { saveLinkFailure } from "./ask.ts";

/**
 * Acts on what the provider told: a report that is finished is fetched, a link that failed is written down. Hearing
 * the same again changes nothing, and neither does what is about nobody here. Throws what the provider throws.
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

async function linkFailed(services: ReceivingServices, itemId: string, code: string): Promise<void> {
  if (itemId === "") return;
  const links = await services.db.read.bankLink.findMany({
    where: { itemId, errorCode: { not: code } },
    select: { id: true, errorCode: true },
  });
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
