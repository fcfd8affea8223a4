import type { RouterOutputs } from "@countinghouse/api";
import {
  ASSET_REPORT_PATIENCE_MS,
  ASSET_REPORT_POLL_MS,
  type AssetPdfDays,
  isAwaited,
} from "@countinghouse/validators/asset-reports/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { saveFile } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";

export type AssetReport = NonNullable<RouterOutputs["assetReports"]["get"]>;
export type AssetDetails = RouterOutputs["assetReports"]["details"];

const MOST_RETRIES = ASSET_REPORT_PATIENCE_MS / ASSET_REPORT_POLL_MS;

/** The newest report, asked for every five seconds while it is on its way or cannot be had; not for ever. */
export function useAssetReport(userId: number, enabled: boolean) {
  const query = trpc.assetReports.get.useQuery(
    { userId },
    {
      enabled,
      refetchInterval: ({ state }) => {
        const isFailing = state.status === "error" && state.errorUpdateCount < MOST_RETRIES;
        return isFailing || isOnItsWay(state.data) ? ASSET_REPORT_POLL_MS : false;
      },
    },
  );
  // Polling is no news: only a refresh that somebody asked for is shown as one.
  return { ...query, isFetching: query.isFetching && !isOnItsWay(query.data) };
}

/** Whether the report is still waited for. */
const isOnItsWay = (report: AssetReport | null | undefined): boolean =>
  isAwaited({ newest: report ?? null, now: new Date() });

/** Requests a report, or a refresh of the one there is. */
export function useRequestAssetReport(userId: number) {
  const request = trpc.assetReports.request.useMutation({
    onError: (error) => toast.error(failureText(error)),
    meta: PENDING_UNTIL_READ,
  });
  return {
    isPending: request.isPending,
    request: () => request.mutate({ userId, requestId: newRequestId() }),
  };
}

/** Hands the report's PDF to the person and forgets it: it is in no cache of ours. */
export function useAssetPdf(id: number) {
  const { client } = trpc.useUtils();
  const [pendingDays, setPendingDays] = useState<AssetPdfDays | null>(null);
  const savePdf = async (days: AssetPdfDays) => {
    setPendingDays(days);
    try {
      const { fileName, base64 } = await client.assetReports.pdf.mutate({
        id,
        days,
        requestId: newRequestId(),
      });
      saveFile(fileName, "application/pdf", base64);
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setPendingDays(null);
    }
  };
  return { pendingDays, savePdf };
}
