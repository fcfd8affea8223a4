import type { ReadDb } from "@countinghouse/db";
import type { CollectionZip } from "@countinghouse/validators/collections/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { safeFileName } from "../files/names.ts";

/** A document to be handed out: which row it is of, what it is called, when it was made, and where its bytes are. */
export type CollectionDocument = {
  userId: number;
  /** '{userId}_…' (specification 2, section 3), each once. */
  name: string;
  at: Date;
} & (
  | { subject: "user_file"; id: string; objectKey: string }
  | { subject: "asset_report"; id: number; tokenSealed: Uint8Array }
);

/** Whose documents: the newest of each of these users, all of these users, or these rows themselves. */
type Asked = { newestFor: number[] } | { allFor: number[] } | { fileIds: string[]; reportIds: number[] };

/** Documents in the order of their users: contracts as they were signed, or finished asset reports, the newest first. */
export const readDocuments = (
  db: ReadDb,
  type: CollectionZip,
  asked: Asked,
): Promise<CollectionDocument[]> =>
  type === "contracts" ? readContracts(db, asked) : readAssetReports(db, asked);

/** Of whom what is handed out: of the reports of many users the newest, since the provider makes 50 a minute. */
export const toAsked = (type: CollectionZip, userIds: number[]): Asked =>
  type === "user" ? { allFor: userIds } : { newestFor: userIds };

const userCondition = (asked: Exclude<Asked, { fileIds: string[] }>) => ({
  userId: { in: "allFor" in asked ? asked.allFor : asked.newestFor },
});
/** Of those that differ in nothing else only the first is taken. */
const distinctIn = (asked: Asked): ("userId" | "id")[] => ["newestFor" in asked ? "userId" : "id"];

async function readContracts(db: ReadDb, asked: Asked): Promise<CollectionDocument[]> {
  const files = await db.userFile.findMany({
    where: {
      type: "contract",
      ...("fileIds" in asked ? { id: { in: asked.fileIds } } : userCondition(asked)),
    },
    orderBy: [{ userId: "asc" }, { createdAt: "desc" }, { id: "desc" }],
    distinct: distinctIn(asked),
    select: { id: true, userId: true, name: true, contentType: true, objectKey: true, createdAt: true },
  });
  return files.map((file) => ({
    subject: "user_file",
    id: file.id,
    userId: file.userId,
    name: contractName(file),
    at: file.createdAt,
    objectKey: file.objectKey,
  }));
}

async function readAssetReports(db: ReadDb, asked: Asked): Promise<CollectionDocument[]> {
  const reports = await db.assetReport.findMany({
    where: {
      state: "READY",
      tokenSealed: { not: null },
      ...("fileIds" in asked ? { id: { in: asked.reportIds } } : userCondition(asked)),
    },
    orderBy: [{ userId: "asc" }, { requestedAt: "desc" }, { id: "desc" }],
    distinct: distinctIn(asked),
    select: { id: true, userId: true, requestedAt: true, tokenSealed: true },
  });
  const copies = new Map<string, number>();
  return reports.flatMap(({ id, userId, requestedAt, tokenSealed }) => {
    if (tokenSealed === null) return [];
    const name = assetReportName({ userId, requestedAt });
    const copy = (copies.get(name) ?? 0) + 1;
    copies.set(name, copy);
    const free = copy === 1 ? name : name.replace(/\.pdf$/, ` (${copy}).pdf`);
    return [{ subject: "asset_report", id, userId, name: free, at: requestedAt, tokenSealed }];
  });
}

/** What a contract is called among those of other users: '{userId}_…' (specification 2, section 3). */
export const contractName = (file: { userId: number; name: string; contentType: string }): string =>
  `${file.userId}_${safeFileName(file)}`;

/** What an asset report is called: by its user and the New York day it was asked for. */
export const assetReportName = (report: { userId: number; requestedAt: Date }): string =>
  `${report.userId}_asset-report-${newYorkDate(report.requestedAt)}.pdf`;
