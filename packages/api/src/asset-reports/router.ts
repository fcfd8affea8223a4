import {
  GetAssetDetails,
  GetAssetPdf,
  GetAssetReport,
  RequestAssetReport,
} from "@countinghouse/validators/asset-reports/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { getAssetDetails, getAssetPdf, getAssetReport } from "./read.ts";
import { requestAssetReport } from "./request.ts";

export const assetReportsRouter = router({
  get: can("assetReports.read")
    .input(GetAssetReport)
    .query(({ ctx, input }) => getAssetReport(ctx, input)),
  details: can("assetReports.read")
    .input(GetAssetDetails)
    .query(({ ctx, input }) => getAssetDetails(ctx, input)),
  pdf: can("assetReports.read")
    .input(command(GetAssetPdf))
    .mutation(({ ctx, input }) => getAssetPdf(ctx, input)),
  request: can("assetReports.request")
    .input(command(RequestAssetReport))
    .mutation(({ ctx, input }) => requestAssetReport(ctx, input)),
});
