import { whyNotAskBank } from "../bank-links/rules.ts";

/** How far back a report is ordered. */
export const ASSET_REPORT_DAYS = 720;

/** How far back the PDF of a report can be had. */
export const ASSET_PDF_DAYS = [720, 60] as const;
export type AssetPdfDays = (typeof ASSET_PDF_DAYS)[number];

/** A report on its way is asked about this often (specification 1 section 9), and for this long. */
export const ASSET_REPORT_POLL_MS = 5_000;
export const ASSET_REPORT_PATIENCE_MS = 15 * 60_000;

/** Account numbers at this bank are shown in red (specification 1 section 3). */
export const RED_ACCOUNT_BANK = "Houndstooth Bank";

export const ASSET_REPORT_STATES = ["PENDING", "READY", "ERROR"] as const;
export type AssetReportState = (typeof ASSET_REPORT_STATES)[number];

export interface AssetReportFacts {
  links: number;
  /** The newest report, if any. */
  newest: { state: AssetReportState; requestedAt: Date } | null;
  now: Date;
}

/** Whether a report is still worth waiting for. */
export const isAwaited = ({ newest, now }: Pick<AssetReportFacts, "newest" | "now">): boolean =>
  newest?.state === "PENDING" && now.getTime() - newest.requestedAt.getTime() < ASSET_REPORT_PATIENCE_MS;

/** Why no report can be requested now, or null when one can. */
export const whyNotRequestAssetReport = (facts: AssetReportFacts): string | null =>
  isAwaited(facts) ? "An asset report is already on its way." : whyNotAskBank(facts);

/** A moment on the clock of Greenwich, as the asset report tells it: "2026-11-21 20:04:05 GMT". */
export const formatGmt = (at: Date): string => `${at.toISOString().slice(0, 19).replace("T", " ")} GMT`;
