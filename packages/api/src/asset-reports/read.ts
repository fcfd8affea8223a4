import { ProviderError } from "@countinghouse/providers/provider-error";
import type {
  GetAssetDetails,
  GetAssetPdf,
  GetAssetReport,
} from "@countinghouse/validators/asset-reports/schemas";
import { ASSET_REPORTS_MESSAGES } from "@countinghouse/validators/messages";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";
import type { WithPorts } from "../ports.ts";
import { customerRead } from "../reading.ts";
import { receiveAssetReport } from "./receive.ts";
import { StoredReport, tokenPlace } from "./stored.ts";

/**
 * The newest report of a user, or null when none was ever requested. A report on its way is asked for first; `unavailable`
 * says that the provider could not be asked just now. `ready` and the summary of each institution are of the newest report
 * that came: one that failed or is on its way takes nothing away.
 */
export async function getAssetReport(ctx: AdminCtx<WithPorts<"bankLink">>, { userId }: GetAssetReport) {
  const awaited = await ctx.db.assetReport.findFirst({ ...newest(userId), select: AWAITED });
  if (!awaited) return null;
  const unavailable = awaited.state === "PENDING" && !(await isReceived(ctx, awaited));
  const [facts, came] = await Promise.all([
    ctx.db.assetReport.findUniqueOrThrow({ where: { id: awaited.id }, select: REPORT }),
    ctx.db.assetReport.findFirst({
      where: { userId, state: "READY" },
      orderBy: { id: "desc" },
      select: { id: true, requestedAt: true, report: true },
    }),
  ]);
  return {
    ...facts,
    unavailable,
    ready: came && { id: came.id, requestedAt: came.requestedAt },
    items: came === null ? [] : summarizeReport(StoredReport.parse(came.report)),
  };
}

/** One institution of a report in full: owners, balances and transactions of each account. Throws NOT_FOUND, LIMITED. */
export async function getAssetDetails(ctx: AdminCtx, { id, itemId }: GetAssetDetails) {
  const row = await ctx.db.assetReport.findFirst({
    where: { id, state: "READY" },
    select: { userId: true, report: true },
  });
  const { userId, report: stored } = found(row, "There is no such asset report.");
  const draft = customerRead(userId, { procedure: "assetReports.details" });
  await ctx.reading.note({ userIds: [userId], event: { action: "users.read", draft } });
  const { items, ...report } = StoredReport.parse(stored);
  const item = found(
    items.find((each) => each.itemId === itemId),
    "This asset report has no such institution.",
  );
  return { ...report, ...item };
}

/**
 * The report as the provider's PDF, base64. It is kept nowhere; that it was asked for is audited before the provider
 * is. Throws NOT_FOUND without a finished report, UNAVAILABLE when the provider does not give it.
 */
export async function getAssetPdf(
  ctx: AdminCtx<WithPorts<"bankLink">>,
  input: GetAssetPdf & { requestId: string },
) {
  const { id, days } = input;
  const { vault, ports, log } = ctx.services;
  const { fileName } = await beginPdf(ctx, input);
  const { tokenSealed } = await ctx.db.assetReport.findUniqueOrThrow({
    where: { id },
    select: { tokenSealed: true },
  });
  const token = vault.open(tokenPlace(id), found(tokenSealed, "This asset report has no PDF."));
  try {
    const file = await ports.bankLink.assetReportPdf(token, days);
    return { fileName, base64: Buffer.from(file).toString("base64") };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ assetReportId: id, error: error.message }, "no PDF of an asset report");
    throw new DomainError("UNAVAILABLE", ASSET_REPORTS_MESSAGES.unavailable);
  }
}

async function beginPdf(
  ctx: AdminCtx,
  input: GetAssetPdf & { requestId: string },
): Promise<{ fileName: string }> {
  const { id, days } = input;
  const ready = await ctx.db.assetReport.findFirst({
    where: { id, state: "READY" },
    select: { userId: true },
  });
  await ctx.reading.note({ userIds: ready === null ? [] : [ready.userId] });
  const spec = { action: "assetReports.exportPdf", capability: "assetReports.read", input } as const;
  return ctx.command(spec, async ({ tx }) => {
    const row = await tx.assetReport.findFirst({ where: { id, state: "READY" }, select: { userId: true } });
    const { userId } = found(row, "There is no such asset report.");
    return {
      result: { fileName: `asset-${days}-${userId}.pdf` },
      audit: { subject: { type: "asset_report", id }, after: { userId, days } },
    };
  });
}

/**
 * Asks for a report on its way. Returns whether the provider could be asked: that it cannot is no failure of the page,
 * it is asked again soon.
 */
export async function isReceived(
  ctx: AdminCtx<WithPorts<"bankLink">>,
  report: { id: number; tokenSealed: Uint8Array | null },
): Promise<boolean> {
  try {
    await receiveAssetReport(ctx, report);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.services.log.warn({ assetReportId: report.id, error: error.message }, "asset report not to be had");
    return false;
  }
}

const newest = (userId: number) => ({ where: { userId }, orderBy: { id: "desc" } }) as const;

const AWAITED = { id: true, state: true, tokenSealed: true } as const;

const REPORT = {
  id: true,
  state: true,
  daysRequested: true,
  requestedAt: true,
  finishedAt: true,
  errorCode: true,
} as const;

const summarizeReport = ({ items }: StoredReport) =>
  items.map(({ itemId, institutionName, accounts }) => ({
    itemId,
    institutionName,
    accounts: accounts.map(({ accountId, name, mask, currentCents, currency }) => ({
      accountId,
      name,
      mask,
      currentCents,
      currency,
    })),
  }));
