import {
  ASSET_PDF_DAYS,
  ASSET_REPORT_POLL_MS,
  type AssetPdfDays,
  formatGmt,
  isAwaited,
  whyNotRequestAssetReport,
} from "@countinghouse/validators/asset-reports/rules";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { ASSET_REPORTS_MESSAGES } from "@countinghouse/validators/messages";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { textParam, useParams } from "@/lib/search-params.ts";
import { useNow } from "@/lib/timers.ts";
import { Alert } from "@/ui/alert.tsx";
import type { BadgeTone } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { useBankLinks } from "../bank-links/use-bank-links.ts";
import { SECTIONS } from "../sections.ts";
import { AssetDetails } from "./asset-details.tsx";
import { AssetSummary } from "./asset-summary.tsx";
import { type AssetReport, useAssetPdf, useAssetReport, useRequestAssetReport } from "./use-asset-report.ts";

type AssetReportSectionProps = { userId: number; hasTurn: boolean };

/** The newest asset report: requested, waited for, and shown by institution. */
export function AssetReportSection({ userId, hasTurn }: AssetReportSectionProps) {
  const query = useAssetReport(userId, hasTurn);
  const { isPending, request } = useRequestAssetReport(userId);
  const whyNot = useWhyNotRequest(userId, hasTurn, query.data);
  return (
    <QuerySection
      id="asset-report"
      title={SECTIONS["asset-report"].title}
      query={query}
      failure={ASSET_REPORTS_MESSAGES.unavailable}
      actions={
        <Button size="small" pending={isPending} disabledReason={whyNot} onClick={request}>
          {query.data?.ready ? "Refresh Asset Report" : "Request Asset Report"}
        </Button>
      }
    >
      {(report) =>
        report === null ? <EmptyState title={ASSET_REPORTS_MESSAGES.empty} /> : <Report report={report} />
      }
    </QuerySection>
  );
}

function useWhyNotRequest(
  userId: number,
  hasTurn: boolean,
  report: AssetReport | null | undefined,
): string | null {
  const incapable = useWhyNot("assetReports.request");
  const now = useNow(ASSET_REPORT_POLL_MS);
  const { data: links } = useBankLinks(userId, hasTurn);
  if (incapable !== null || links === undefined || report === undefined) return incapable;
  return whyNotRequestAssetReport({
    links: links.filter(({ canBeAsked }) => canBeAsked).length,
    newest: report,
    now,
  });
}

const TONES: Record<AssetReport["state"], BadgeTone> = {
  PENDING: "pending",
  READY: "success",
  ERROR: "danger",
};

const PARAMS = { asset: textParam };

function Report({ report }: { report: AssetReport }) {
  const [{ asset: expanded }, setParams] = useParams(PARAMS);
  const setExpanded = (asset: string | null) => setParams({ asset }, { history: "push" });
  const { id, state, requestedAt, ready, items } = report;
  const isKnown = items.some(({ itemId }) => itemId === expanded);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <output className="inline-flex flex-wrap items-center gap-x-1.5">
          Requested: <span className="num">{formatGmt(requestedAt)}</span> Status:{" "}
          <StatusBadge tone={TONES[state]}>{state}</StatusBadge>
        </output>
        {ready && <PdfButtons id={ready.id} />}
      </div>
      <ReportTrouble report={report} />
      {ready && ready.id !== id && (
        <p>
          Below is the report requested: <span className="num">{formatGmt(ready.requestedAt)}</span>
        </p>
      )}
      {items.map((item) => (
        <AssetSummary key={item.itemId} item={item} onExpand={() => setExpanded(item.itemId)} />
      ))}
      {expanded !== null && isKnown && ready && (
        <AssetDetails reportId={ready.id} itemId={expanded} onClose={() => setExpanded(null)} />
      )}
    </div>
  );
}

/** What keeps the report from being there, in a sentence. */
function ReportTrouble({ report }: { report: AssetReport }) {
  const now = useNow(ASSET_REPORT_POLL_MS);
  const { state, unavailable, errorCode } = report;
  if (state === "ERROR") {
    return (
      <Alert tone="danger">
        {ASSET_REPORTS_MESSAGES.unavailable}
        {errorCode && ` (${errorCode})`}
      </Alert>
    );
  }
  if (state !== "PENDING") return null;
  if (!isAwaited({ newest: report, now }))
    return <Alert tone="warning">{GENERAL_MESSAGES.pleaseTryAgain}</Alert>;
  return unavailable ? (
    <Alert tone="warning">{ASSET_REPORTS_MESSAGES.unavailable}</Alert>
  ) : (
    <p className="text-muted-foreground">The report appears automatically. You can leave this page.</p>
  );
}

const PDF_LABELS: Record<AssetPdfDays, string> = { 720: "Asset 720 PDF", 60: "Asset 60 pdf" };

function PdfButtons({ id }: { id: number }) {
  const { pendingDays, savePdf } = useAssetPdf(id);
  return (
    <span className="ml-auto flex gap-2" data-print="hide">
      {ASSET_PDF_DAYS.map((days) => (
        <Button key={days} size="small" pending={pendingDays === days} onClick={() => void savePdf(days)}>
          {PDF_LABELS[days]}
        </Button>
      ))}
    </span>
  );
}
