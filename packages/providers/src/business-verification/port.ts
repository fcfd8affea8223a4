import type { SignatureRefusal } from "../signature-refusal.ts";

/** Where a business stands at the verifier; "unknown" where the verifier says it in a word that we do not know. */
export const VERIFICATION_STATUSES = [
  "open",
  "pending",
  "in_audit",
  "in_review",
  "approved",
  "rejected",
  "unknown",
] as const;
export type VerifiedBusinessStatus = (typeof VERIFICATION_STATUSES)[number];

/** Where a lien stands at the verifier and with the state; "unknown" also where the verifier says it in a word that we do not know. */
export const LIEN_STATUSES = ["created", "pending", "open", "closing", "closed", "unknown", "filed"] as const;
export type VerifiedLienStatus = (typeof LIEN_STATUSES)[number];

export interface BusinessAddress {
  line1: string;
  line2: string | null;
  city: string;
  /** Two letters. */
  state: string;
  postalCode: string;
}

export interface BusinessRequest {
  /** Our own stable id of the business; the verifier takes it once only. */
  externalId: string;
  name: string;
  /** The EIN, nine digits with or without the dash. */
  taxId: string | null;
  /** That of the person: without one it is not told. */
  phone: string | null;
  /** The name of who is behind it. */
  person: string | null;
  address: BusinessAddress;
}

export interface VerifiedBusiness {
  id: string;
  /** Null when it was made by others, without an id of ours. */
  externalId: string | null;
  status: VerifiedBusinessStatus;
}

export interface LienRequest {
  /** Where it is filed, two letters. */
  state: string;
  debtor: { name: string; address: BusinessAddress };
  /** What secures the debt; null leaves it to what the account has set up. */
  collateral: string | null;
  principalCents: number | null;
}

export interface VerifiedLien {
  id: string;
  /** Two letters, or nothing where it is not told. */
  state: string;
  status: VerifiedLienStatus;
  fileNumber: string | null;
  /** YYYY-MM-DD */
  filedOn: string | null;
  /** True when the verifier knows that somebody else had it filed, or that it is no UCC filing. */
  filedByOthers: boolean;
  documents: { id: string; filename: string }[];
}

/** The `vendorCode` of a document whose link is gone as soon as it is given out. */
export const LINK_EXPIRED = "LINK_EXPIRED";

/** What the verifier tells our webhook. A change may be told late, twice, or after a later one: ask for what is. */
export type BusinessVerificationEvent =
  | { type: "businessChanged"; id: string; businessId: string; externalId: string | null }
  | { type: "lienChanged"; id: string; lienId: string; businessId: string }
  | { type: "other"; id: string; name: string };

/**
 * The service that verifies businesses and files liens (UCC filings) against them. Ids are its own but for the
 * `externalId`. Everything throws ProviderError with its words in the message; what adds something may fail as `unknown`.
 */
export interface BusinessVerification {
  /** Registers a business. One that is known by this `externalId` is answered as it is: a repeat harms nothing. */
  createBusiness(business: BusinessRequest): Promise<VerifiedBusiness>;
  business(businessId: string): Promise<VerifiedBusiness>;
  /** The business with this id of ours; null when there is none. */
  findBusiness(externalId: string): Promise<VerifiedBusiness | null>;
  /**
   * Has a lien filed. Nothing guards against a second one: after `unknown` it may be there, or come at any later time,
   * so that no repeat is safe by itself; `liens` tells once it is there.
   */
  fileLien(businessId: string, lien: LienRequest): Promise<VerifiedLien>;
  /** Every lien of a business, also those others filed. */
  liens(businessId: string): Promise<VerifiedLien[]>;
  /**
   * Has a lien terminated, which takes days; the lien is `closed` then. A repeat finds the termination that is there.
   * `refused` for one that is just created, and with status 404 for one the verifier does not know.
   */
  terminateLien(lienId: string): Promise<void>;
  /** The bytes of a lien's document. */
  document(documentId: string): Promise<Uint8Array>;
  /** Returns the reason to refuse a webhook unread, from the form of its signature; null when the body decides. */
  signatureRefusal(signature: string | undefined): SignatureRefusal | null;
  /** Proves by its signature that a webhook's exact bytes are the verifier's, and reads it. Throws `refused`. */
  verifyWebhook(rawBody: Uint8Array, signature: string | undefined): BusinessVerificationEvent;
}
