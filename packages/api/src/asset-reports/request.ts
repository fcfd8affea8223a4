import { ASSET_REPORT_DAYS, whyNotRequestAssetReport } from "@countinghouse/validators/asset-reports/rules";
import type { RequestAssetReport } from "@countinghouse/validators/asset-reports/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";
import { orderDraft } from "./message.ts";

/**
 * Requests a new asset report. It is ordered outside after the commit: anew, or as a refresh of the last one that
 * came. Throws NOT_FOUND without such a user, RULE while one is on its way and when there is no bank link.
 */
export function requestAssetReport(ctx: AdminCtx, input: RequestAssetReport & { requestId: string }) {
  const { userId } = input;
  const spec = { action: "assetReports.request", capability: "assetReports.request", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    // Two who press at once stand in line here, so that one report is ordered and not two.
    await lockUser(tx, userId);
    found(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }), unknownUser(userId));
    const links = await tx.bankLink.count({ where: { userId, accessTokenSealed: { not: null } } });
    const newest = await tx.assetReport.findFirst({
      where: { userId },
      orderBy: { id: "desc" },
      select: { id: true, state: true, requestedAt: true },
    });
    refuseWhen(whyNotRequestAssetReport({ links, newest, now }));
    const refreshed = newest?.state === "READY" ? newest.id : null;
    const { id } = await tx.assetReport.create({
      data: { userId, daysRequested: ASSET_REPORT_DAYS, requestedAt: now },
    });
    return {
      result: { id },
      audit: { subject: { type: "asset_report", id }, after: { userId, refreshed } },
      outbox: [orderDraft({ reportId: id, refreshed })],
    };
  });
}
