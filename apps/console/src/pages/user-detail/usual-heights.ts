import type { SectionId } from "./sections.ts";

/** A section with one row, or with the sentence that there is none. */
const ONE_ROW = 132;
const THREE_ROWS = 204;

const USUAL = {
  general: 1524,
  offers: 372,
  notes: ONE_ROW,
  "bank-links": ONE_ROW,
  "payment-automation": 118,
  "do-not-fund": 102,
  crm: 186,
  "derogatory-remarks": ONE_ROW,
  "toggle-panel": 212,
  "decision-engine": 276,
  underwriting: 327,
  "vantage-score": 90,
  "funded-balance": ONE_ROW,
  "similar-accounts": ONE_ROW,
  "similar-debit-cards": ONE_ROW,
  "similar-addresses": ONE_ROW,
  "similar-phone": ONE_ROW,
  "similar-ssn": ONE_ROW,
  "similar-company-names": ONE_ROW,
  "similar-ein-tax-numbers": ONE_ROW,
  "business-lien": 175,
  "data-statistics": 388,
  "user-files": 306,
  "asset-report": THREE_ROWS,
  recontracts: ONE_ROW,
  "balance-details": 186,
  "manual-payment": ONE_ROW,
  "payment-processor": ONE_ROW,
  "payment-adjustment": 174,
  "payment-dates": ONE_ROW,
  "external-payment": 118,
  "ach-details": 172,
  "plaid-balance": 168,
} satisfies Partial<Record<SectionId, number>>;

/** Who has been funded has paid something back, and will go on doing so. */
const USUAL_ONCE_FUNDED = { ...USUAL, "payment-processor": THREE_ROWS, "payment-dates": 502 };

/** How high each section usually is, in pixels by id: a page whose sections come one by one stands still. */
export const usualHeights = (isFunded: boolean): typeof USUAL => (isFunded ? USUAL_ONCE_FUNDED : USUAL);
