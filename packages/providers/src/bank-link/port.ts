import { ProviderError, type ProviderErrorDetails } from "../provider-error.ts";
import type { SignatureRefusal } from "../signature-refusal.ts";

/**
 * A customer's accounts at their bank, reached through the links the customer has made. A link is known by its
 * access token, a secret. Money is integer cents, seen from the account: positive came in, negative went out. What
 * the bank did not tell is null. Days are the bank's, as YYYY-MM-DD.
 *
 * Every call throws ProviderError with the provider's own code; those the console has words for are in
 * BANK_LINK_CODES. All but createAssetReport and refreshAssetReport only read, so none of their failures is `unknown`.
 */
export interface BankLink {
  /**
   * What is in each account now; asks the bank itself, which may take half a minute. Of a card at Capital One, which tells no
   * balance of now, it is up to seven days old.
   */
  balances(accessToken: string): Promise<LinkedAccount[]>;
  /** The full numbers for bank transfers. They stay on the server. */
  auth(accessToken: string): Promise<TransferNumbers[]>;
  /** Whether the link still works. A link that is broken is an answer here, not an error. */
  itemState(accessToken: string): Promise<ItemState>;
  institution(institutionId: string): Promise<InstitutionWithHealth>;
  /** A page of the institutions there are, 500 at most. */
  institutions(page: {
    count: number;
    offset: number;
  }): Promise<{ institutions: Institution[]; total: number }>;
  /**
   * All that changed since `cursor`; everything there is when it is null. To be applied in the order added, modified,
   * removed, and kept together with the new cursor or not at all.
   */
  transactionsSync(accessToken: string, cursor: string | null): Promise<TransactionChanges>;
  /** Orders a report. After `unknown` one may have been made (and charged), which nobody can ask for: order again. */
  createAssetReport(order: AssetReportOrder): Promise<AssetReportReference>;
  assetReport(assetReportToken: string): Promise<AssetReportState>;
  /** Orders the same report with today's data; it is a new one, under a new token and id. */
  refreshAssetReport(assetReportToken: string, days: number | null): Promise<AssetReportReference>;
  /** The report as a PDF file, over the last `days` of what was ordered. Not ready yet is `unavailable`. */
  assetReportPdf(assetReportToken: string, days?: number): Promise<Uint8Array>;
  /** Returns the reason to refuse a webhook unread, from the form and age of its signature; null when the body decides. */
  signatureRefusal(signature: string | undefined): SignatureRefusal | null;
  /**
   * What the provider tells us, once it is proven that the provider tells it. `rawBody` must be the very bytes that
   * came. Throws `refused` when it is not proven, `unavailable` when it cannot be found out now. `isOurs` says whether an id of a
   * link or report is known here: only such webhooks are proven by the keys that are reserved for a flood of forged ones.
   */
  verifyWebhook(
    rawBody: Uint8Array,
    signature: string | undefined,
    isOurs?: (id: string) => Promise<boolean>,
  ): Promise<BankLinkEvent>;
}

/** Vendor codes on which the caller acts or has words of its own. */
export const BANK_LINK_CODES = {
  loginRequired: "ITEM_LOGIN_REQUIRED",
  permissionRevoked: "USER_PERMISSION_REVOKED",
  institutionNotResponding: "INSTITUTION_NOT_RESPONDING",
  internalServerError: "INTERNAL_SERVER_ERROR",
  productNotReady: "PRODUCT_NOT_READY",
} as const;

/** What the provider answers instead of what it was asked for. */
export class BankLinkRefusal extends ProviderError {
  /** It tells of the link that was asked about: the others tell of how it was asked, of the bank, or of the provider itself. */
  readonly isOfLink: boolean;

  constructor({ isOfLink, ...details }: ProviderErrorDetails & { isOfLink: boolean }) {
    super(details);
    this.isOfLink = isOfLink;
  }
}

export interface LinkedAccount {
  accountId: string;
  name: string;
  /** Usually the last 2 to 4 digits of the number. */
  mask: string | null;
  type: string;
  subtype: string | null;
  availableCents: number | null;
  currentCents: number | null;
  /** ISO 4217, or the vendor's own code for what is no such currency. */
  currency: string | null;
}

export interface TransferNumbers {
  accountId: string;
  name: string;
  mask: string | null;
  type: string;
  subtype: string | null;
  account: string;
  /** The bank gave out a number of its own for this link: a transfer comes back once the customer ends the link there. */
  isTokenized: boolean;
  routing: string;
  wireRouting: string | null;
}

export interface ItemState {
  itemId: string;
  institutionId: string | null;
  institutionName: string | null;
  /** Why the link does not work, in the vendor's code; null when it does. */
  error: { code: string; message: string } | null;
  consentExpiresAt: Date | null;
  transactionsUpdatedAt: Date | null;
}

export type InstitutionHealth = "HEALTHY" | "DEGRADED" | "DOWN";

export interface Institution {
  institutionId: string;
  name: string;
  url: string | null;
  /** Customers sign in at the bank's own page. */
  oauth: boolean;
  routingNumbers: string[];
}

export interface InstitutionWithHealth extends Institution {
  /** Null for a bank too rarely asked to tell. */
  health: InstitutionHealth | null;
  healthChangedAt: Date | null;
}

export interface BankTransaction {
  transactionId: string;
  accountId: string;
  amountCents: number;
  currency: string | null;
  date: string;
  authorizedDate: string | null;
  name: string;
  merchantName: string | null;
  /** As it stands on the bank's statement. */
  originalDescription: string | null;
  pending: boolean;
  /** The pending transaction that this posted one takes the place of. */
  pendingTransactionId: string | null;
  /** The vendor's category, e.g. "INCOME" and "INCOME_GIG_ECONOMY". */
  category: { primary: string; detailed: string } | null;
}

export interface TransactionChanges {
  added: BankTransaction[];
  modified: BankTransaction[];
  removed: { transactionId: string; accountId: string }[];
  /** Where the next sync begins. */
  cursor: string;
  /** Whether all history has come; until then there is more to come by itself. */
  historyComplete: boolean;
}

export interface AssetReportOrder {
  /** One report over these links, one at least. */
  accessTokens: string[];
  /** How far back, 0 to 731 days. */
  days: number;
  /** Printed in the report, to tell whose it is. */
  user?: { userId: string; firstName?: string; lastName?: string; email?: string; phone?: string };
}

export interface AssetReportReference {
  assetReportToken: string;
  assetReportId: string;
}

export type AssetReportState =
  | { state: "PENDING" }
  | { state: "READY"; report: AssetReport }
  | { state: "ERROR"; code: string; message: string };

export interface AssetReport {
  assetReportId: string;
  generatedAt: Date;
  days: number;
  items: AssetReportItem[];
  /** What the report lacks, in the vendor's codes. */
  warnings: string[];
}

export interface AssetReportItem {
  itemId: string;
  institutionId: string;
  institutionName: string;
  updatedAt: Date | null;
  accounts: AssetReportAccount[];
}

export interface AssetReportAccount extends LinkedAccount {
  daysAvailable: number;
  owners: AccountOwner[];
  transactions: AssetReportTransaction[];
  /** The balance at the end of each day, newest first. */
  historicalBalances: { date: string; currentCents: number }[];
}

export interface AccountOwner {
  names: string[];
  phoneNumbers: string[];
  emails: string[];
  addresses: AccountOwnerAddress[];
}

export interface AccountOwnerAddress {
  street: string;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

export interface AssetReportTransaction {
  transactionId: string;
  date: string;
  originalDescription: string | null;
  amountCents: number;
  currency: string | null;
  pending: boolean;
}

export type BankLinkEvent =
  | { type: "assetReportReady"; assetReportId: string }
  | { type: "assetReportFailed"; assetReportId: string; code: string | null }
  | { type: "itemFailed"; itemId: string; code: string | null }
  /** The customer took back the permission: for one account, or for the whole link where `accountId` is null. */
  | { type: "permissionRevoked"; itemId: string; accountId: string | null }
  /** The link is cut in seven days, unless the customer renews it. */
  | { type: "disconnectPending"; itemId: string }
  /** The link works again. */
  | { type: "linkRepaired"; itemId: string }
  | { type: "transactionsChanged"; itemId: string; historyComplete: boolean }
  /** Authentic, but nothing we act on, e.g. "ITEM/PENDING_EXPIRATION". */
  | { type: "other"; name: string };
