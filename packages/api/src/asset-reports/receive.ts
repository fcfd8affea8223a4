import { randomUUID } from "node:crypto";
import type { AssetReportState } from "@countinghouse/providers/bank-link/port";
import type { Command } from "../command.ts";
import type { Core } from "../core.ts";
import { DomainError } from "../errors.ts";
import type { WithPorts } from "../ports.ts";
import { StoredReport, tokenPlace } from "./stored.ts";

/** Who receives: an admin who looks, or the job that was told that the report is finished. */
export interface Receiver {
  services: Pick<Core, "vault"> & WithPorts<"bankLink">;
  command: Command;
}

interface AwaitedReport {
  id: number;
  tokenSealed: Uint8Array | null;
}

/**
 * Asks the provider for a report on its way and keeps what came of it: the report, or why there is none. Nothing is
 * written while it is still on its way, nor by the second of two who receive it. Throws what the provider throws.
 */
export async function receiveAssetReport(
  { services, command }: Receiver,
  { id, tokenSealed }: AwaitedReport,
): Promise<void> {
  if (tokenSealed === null) return;
  const told = await services.ports.bankLink.assetReport(services.vault.open(tokenPlace(id), tokenSealed));
  if (told.state === "PENDING") return;
  const input = { requestId: randomUUID(), id };
  const spec = { action: "assetReports.receive", capability: "assetReports.read", input } as const;
  const received = command(spec, async ({ tx, now }) => {
    const { count } = await tx.assetReport.updateMany({
      where: { id, state: "PENDING" },
      data: { ...kept(told), finishedAt: now },
    });
    if (count === 0) throw new DomainError("CONFLICT", "This report was already received.");
    return {
      result: null,
      audit: {
        subject: { type: "asset_report", id },
        before: { state: "PENDING" },
        after: { state: told.state, ...(told.state === "ERROR" && { errorCode: told.code }) },
      },
    };
  });
  await received.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === "CONFLICT")) throw error;
  });
}

function kept(told: Exclude<AssetReportState, { state: "PENDING" }>) {
  if (told.state === "ERROR") return { state: told.state, errorCode: told.code };
  return { state: told.state, report: StoredReport.encode(told.report) };
}
