/** A record of the CRM that notes can be written on. */
export interface CrmSubject {
  kind: "deal" | "contact" | "lead";
  id: string;
}

export interface CrmDeal {
  dealId: string;
  /** Empty where the CRM has none. */
  stage: string;
  /** Null when the deal is not declined. */
  declineReason: string | null;
}

/** A customer is in deals or is not; the latter is an answer like the former, and final. */
export type CrmDealLookup = { inDeals: true; deal: CrmDeal } | { inDeals: false };

/** Whether a customer is not to be funded, as the CRM has it. */
export interface CrmFlag {
  isSet: boolean;
  /** Null where none is given. */
  reason: string | null;
}

/** Where a deal is to stand. */
export interface CrmDealStage {
  stage: string;
  /** Null takes an earlier reason back. */
  declineReason: string | null;
}

export interface CrmDealRequest {
  /** The customer's id in the CRM. */
  crmId: string;
  /** What the deal is called, e.g. the customer's name. */
  name: string;
  stage: string;
  /** Where the deal came from, e.g. "AP". */
  source: string;
}

/** The terms of a deal, in cents. What is left out stays as it is; null empties it. */
export interface CrmDealTerms {
  paymentAmountCents?: number | null | undefined;
  fundedAmountCents?: number | null | undefined;
  disbursementAmountCents?: number | null | undefined;
  repayAmountCents?: number | null | undefined;
  approvedAmountCents?: number | null | undefined;
  discountAmountCents?: number | null | undefined;
  manualAdjustmentReason?: string | null | undefined;
}

/** What the CRM knows of a person. What is left out stays as it is; null empties it. */
export interface CrmContactFields {
  firstName?: string | null | undefined;
  lastName?: string | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  /** YYYY-MM-DD */
  dateOfBirth?: string | null | undefined;
  street?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  zipCode?: string | null | undefined;
}

export interface CrmNote {
  subject: CrmSubject;
  title: string;
  content: string;
  /** Our own stable id of the note, shown in its last line; it tells whether the note is there already. */
  marker: string;
}

/**
 * The customer-relationship system. Ids are the CRM's own: `crmId` of a customer, `dealId` of a deal. Everything throws
 * ProviderError with the CRM's code in `vendorCode`. Setting a value repeats without harm, so that such a call fails as
 * `refused` or `unavailable`; what adds something may also fail as `unknown`.
 */
export interface Crm {
  /** The customer's newest deal. A customer of the CRM without a deal is not in deals; one it does not know is `refused`. */
  findDeal(crmId: string): Promise<CrmDealLookup>;
  /** A deal by its own id; null when there is none. */
  deal(dealId: string): Promise<CrmDeal | null>;
  setDealStage(dealId: string, stage: CrmDealStage): Promise<void>;
  updateDealTerms(dealId: string, terms: CrmDealTerms): Promise<void>;
  /**
   * The customer's deal, made when there is none. After `unknown` it may be there: repeat once `effectWindowMs` has passed,
   * which looks for it first. Two requests for one customer must not run at once.
   */
  requestDeal(request: CrmDealRequest): Promise<{ dealId: string; created: boolean }>;
  /** Whether the customer is flagged, and why; null where the CRM does not know the customer. */
  doNotFund(crmId: string): Promise<CrmFlag | null>;
  /** Flags the customer, or with null takes flag and reason back. */
  setDoNotFund(crmId: string, reason: string | null): Promise<void>;
  editContact(crmId: string, fields: CrmContactFields): Promise<void>;
  /** Writes a note and returns its id. After `unknown` it may be there: ask `findNote` once `effectWindowMs` has passed. */
  createNote(note: CrmNote): Promise<string>;
  /** The id of the note with this marker; null when there is none. Read before any repeat of `createNote`. */
  findNote(subject: CrmSubject, marker: string): Promise<string | null>;
  /** The longest time, in ms, in which the vendor may still apply a call that we gave up on. */
  readonly effectWindowMs: number;
}
