import { SIMILAR_RECORDS_MESSAGES } from "@countinghouse/validators/messages";
import type { SimilarRecordKind } from "@countinghouse/validators/similar-records/rules";
import type { SectionId } from "../sections.ts";

/** The section of each kind of thing that users can share, and what it says when it could not load. */
export const SIMILAR_SECTIONS = {
  accounts: { id: "similar-accounts", failure: SIMILAR_RECORDS_MESSAGES.loadFailed("Account") },
  debitCards: { id: "similar-debit-cards", failure: SIMILAR_RECORDS_MESSAGES.loadFailed("Debit Card") },
  addresses: { id: "similar-addresses", failure: SIMILAR_RECORDS_MESSAGES.loadFailed("Address") },
  phones: { id: "similar-phone", failure: SIMILAR_RECORDS_MESSAGES.loadFailed("Phone") },
  ssns: { id: "similar-ssn", failure: SIMILAR_RECORDS_MESSAGES.loadFailed("Funded SSN") },
  companyNames: { id: "similar-company-names", failure: SIMILAR_RECORDS_MESSAGES.loadFailed("Company Name") },
  einTaxes: { id: "similar-ein-tax-numbers", failure: SIMILAR_RECORDS_MESSAGES.loadFailed("EIN Tax") },
} as const satisfies Record<SimilarRecordKind, { id: SectionId; failure: string }>;

export const SIMILAR_SECTION_IDS: readonly SectionId[] = Object.values(SIMILAR_SECTIONS).map(({ id }) => id);
