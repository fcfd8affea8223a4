import { randomUUID } from "node:crypto";
import type { AssetReport, AssetsErrorWebhook, AssetsProductReadyWebhook } from "plaid";
import { assetReport } from "./asset-report.ts";
import { assetReportPdf } from "./asset-report-pdf.ts";
import { type ErrorBody, errorBody, refused } from "./errors.ts";
import { readItem } from "./items.ts";
import { makeReportId, makeReportToken, type ReportOrder, readReportOrder } from "./report-tokens.ts";
import type { ReportUser } from "./requests.ts";
import { itemError, type PlaidState } from "./state.ts";
import type { Wire } from "./wire.ts";

export interface AssetReports {
  order(asked: {
    accessTokens: string[];
    days: number;
    clientReportId: string | null;
    user: ReportUser;
    webhook: string | null;
  }): { asset_report_token: string; asset_report_id: string };
  /** Orders a report like the one with this token. */
  refresh(
    token: string,
    changes: { days: number | null; webhook: string | null },
  ): { asset_report_token: string; asset_report_id: string };
  /** The report. Throws Plaid's errors when it is not ready, and when it could not be made. */
  get(token: string, days: number | null | undefined): Wire<AssetReport>;
  /** The report as a PDF file, made once for each token and number of days. Throws as `get` does. */
  pdf(token: string, days: number | null | undefined): Promise<Buffer>;
  /** How many were made, and how many could not be. */
  snapshot(): { made: number; failed: number };
  clear(): void;
}

/** PDF files kept for the next request, so that a retry does not make the file again. */
const MOST_PDFS = 50;

/** Asset reports: ready some seconds after they were ordered, unless a link is in an error by then. */
export function createAssetReports(state: PlaidState): AssetReports {
  /** How reports came out, by token: the errors of links, or none. */
  const outcomes = new Map<string, ErrorBody[]>();
  const pdfs = new Map<string, Promise<Buffer>>();

  const reportErrors = (token: string, order: ReportOrder): ErrorBody[] | undefined => {
    const known = outcomes.get(token);
    if (known || !isDue(order, state.clock.now())) return known;
    const causes = order.accessTokens.flatMap((accessToken) => {
      const item = readItem(accessToken);
      const error = itemError(state, item);
      return error === null ? [] : [{ ...errorBody(error), item_id: item.id }];
    });
    outcomes.set(token, causes);
    return causes;
  };

  const order: AssetReports["order"] = ({ webhook, ...asked }) => {
    const ordered: ReportOrder = {
      ...asked,
      orderedAt: state.clock.now().toISOString(),
      seconds: state.settings.assetReportSeconds,
      nonce: randomUUID(),
    };
    const token = makeReportToken(ordered);
    const url = webhook ?? state.settings.webhookUrl;
    state.clock.whenReached(dueAt(ordered), () => {
      const causes = reportErrors(token, ordered) ?? [];
      if (url !== null) void state.webhooks.send(url, finished(makeReportId(token), causes));
    });
    return { asset_report_token: token, asset_report_id: makeReportId(token) };
  };

  const get: AssetReports["get"] = (token, days) => {
    const ordered = readReportOrder(token, state.clock.now());
    const causes = reportErrors(token, ordered);
    if (!causes) throw refused("PRODUCT_NOT_READY");
    if (causes.length > 0) throw refused("DATA_UNAVAILABLE", undefined, causes);
    return assetReport(makeReportId(token), ordered, days);
  };

  return {
    order,
    refresh: (token, { days, webhook }) => {
      const before = readReportOrder(token, state.clock.now());
      return order({ ...before, days: days ?? before.days, webhook });
    },
    get,
    pdf: async (token, days) => {
      const key = `${token} ${days}`;
      const file = pdfs.get(key) ?? assetReportPdf(get(token, days));
      pdfs.set(key, file);
      for (const oldest of pdfs.keys()) if (pdfs.size > MOST_PDFS) pdfs.delete(oldest);
      return file;
    },
    snapshot: () => {
      const failed = [...outcomes.values()].filter((causes) => causes.length > 0).length;
      return { made: outcomes.size - failed, failed };
    },
    clear: () => {
      outcomes.clear();
      pdfs.clear();
    },
  };
}

function dueAt({ orderedAt, seconds }: ReportOrder): Date {
  return new Date(Date.parse(orderedAt) + seconds * 1000);
}

/** A report from the future was ordered while the clock was ahead: it is not waited for. */
function isDue(order: ReportOrder, now: Date): boolean {
  return now >= dueAt(order) || now < new Date(order.orderedAt);
}

function finished(
  asset_report_id: string,
  causes: ErrorBody[],
): Wire<AssetsProductReadyWebhook | AssetsErrorWebhook> {
  const about = { webhook_type: "ASSETS", asset_report_id, environment: "sandbox" } as const;
  return causes.length === 0
    ? { ...about, webhook_code: "PRODUCT_READY", report_type: "FULL" }
    : { ...about, webhook_code: "ERROR", error: { ...errorBody("DATA_UNAVAILABLE"), causes } };
}
