import { invalidUserId, readUserIds, type UserIds } from "../bulk-jobs/rules.ts";
import { REGISTER_IDS_LIMIT } from "../businesses/registered-ids.ts";
import { BULK_JOBS_MESSAGES } from "../messages.ts";

/** What is split between pasted ids: blanks, line ends and commas (specification 2, section 5). */
export const BETWEEN_COLLECTION_IDS = /[\s,]+/;

/** Characters the textarea takes: as many as that of the registration. */
export const COLLECTION_IDS_LIMIT = REGISTER_IDS_LIMIT;

/** More users than that do not fit into the textarea. */
export const COLLECTION_MOST_USERS = COLLECTION_IDS_LIMIT / 2;

/** Reads pasted user ids, each once, in their order (specification 2, section 5). */
export const readCollectionIds = (text: string): UserIds => readUserIds(text, BETWEEN_COLLECTION_IDS);

/** Why these users can not be got, or null. The message of ids that are none names the first. */
export function whyNotGetUsers(text: string): string | null {
  if (text.length > COLLECTION_IDS_LIMIT)
    return `Use at most ${COLLECTION_IDS_LIMIT.toLocaleString("en-US")} characters.`;
  const { ids, tokens } = readCollectionIds(text);
  const invalid = tokens.find(({ id }) => id === null);
  if (invalid) return invalidUserId(invalid.text);
  return ids.length === 0 ? BULK_JOBS_MESSAGES.invalidIds : null;
}

/** Which documents of which users: the reports of a list, its contracts, or the reports of one user (section 7). */
export const COLLECTION_ZIPS = ["bulk", "contracts", "user"] as const;
export type CollectionZip = (typeof COLLECTION_ZIPS)[number];

/** The names the documents are saved under (specification 2, section 9). */
export const COLLECTION_ZIP_NAMES = {
  bulk: "bulkAssetReports.zip",
  contracts: "bulkContracts.zip",
  user: "assetReports.zip",
} as const satisfies Record<CollectionZip, string>;

/** The name the table is saved under (specification 2, section 9). */
export const COLLECTION_CSV_NAME = "collection-exports.csv";

/** Of how many days up to the last transaction the income is: the longest window of the bank statistics. */
export const COLLECTION_INCOME_DAYS = 90;

/** What lies in a zip file beside its documents when some of them could not be had: which ones. */
export const NOT_INCLUDED_NAME = "not-included.txt";

/** Why a user's asset reports can not be downloaded, or null; of how many there are and how many are on their way. */
export function whyNotDownloadAssets({ ready, pending }: { ready: number; pending: number }): string | null {
  if (ready > 0) return null;
  return pending > 0 ? "The asset report is on its way." : "This user has no asset report.";
}

/** Why a user's contract can not be downloaded, or null. */
export const whyNotDownloadContract = ({ contract }: { contract: object | null }): string | null =>
  contract === null ? "This user has no contract." : null;

/** The columns of the exported table (specification 2, section 3). */
export const COLLECTION_COLUMNS = [
  "user_id",
  "email",
  "name",
  "businessName",
  "businessType",
  "companyName",
  "contact",
  "currentAddress",
  "city",
  "state",
  "dob",
  "ssn",
  "zipcode",
  "transactionAmount",
  "transactionDate (America/New_York)",
  "cashAppSquareValue",
  "paypalVenmoValue",
  "stripeValue",
  "rideDeliveryValue",
  "generalIncome",
  "contractUrl",
  "assetPdfUrl",
] as const;
