import { newYorkDate } from "@countinghouse/validators/new-york";
import { safeFileName } from "../files/names.ts";

/** What a contract is called among those of other users: '{userId}_…' (specification 2, section 3). */
export const contractName = (file: { userId: number; name: string; contentType: string }): string =>
  `${file.userId}_${safeFileName(file)}`;

/** What an asset report is called: by its user and the New York day it was asked for. */
export const assetReportName = (report: { userId: number; requestedAt: Date }): string =>
  `${report.userId}_asset-report-${newYorkDate(report.requestedAt)}.pdf`;
