import type { User } from "./use-user.ts";

/** The anchors of the page, in the order of its sections. */
export const SECTIONS = {
  general: "General",
  "primary-accounts": "Primary Accounts",
  offers: "Offers",
  notes: "Notes",
  "bank-links": "Bank Links",
  "payment-automation": "Run payment automation",
  "do-not-fund": "Do Not Fund",
  crm: "CRM",
  "derogatory-remarks": "Derogatory remarks",
  "toggle-panel": "Toggle Panel",
  "decision-engine": "Decision Engine Outcomes",
  underwriting: "Underwriting",
  "vantage-score": "Vantage score",
  "funded-balance": "Funded Account's Active Balance",
  "similar-accounts": "Similar Accounts",
  "similar-debit-cards": "Similar Debit Cards",
  "similar-addresses": "Similar Addresses",
  "similar-phone": "Similar Phone",
  "similar-ssn": "Similar SSN",
  "similar-company-names": "Similar Company Names",
  "similar-ein-tax-numbers": "Similar EIN Tax Numbers",
  "business-lien": "Business & Lien",
  "data-statistics": "Data Statistics",
  "user-files": "User files",
  "file-attachments": "File Attachments",
  "asset-report": "Asset Report",
  recontracts: "Recontracts",
  "balance-details": "Balance Details",
  "manual-payment": "Manual Payment",
  "payment-processor": "Payment Processor",
  "payment-adjustment": "Payment Adjustment",
  "payment-dates": "Payment Dates",
  "external-payment": "External Payment",
  "ach-details": "ACH Details",
  "plaid-balance": "Plaid Balance",
} as const;

export type SectionId = keyof typeof SECTIONS;

/** How the customer was judged; the balance of funded users has a section only with something in it. */
export const RISK_SECTIONS = ["decision-engine", "underwriting", "vantage-score"] satisfies SectionId[];

/** A renewal is decided without offers: then there is no section for them (specification 1, section 2). */
export const hasOffers = (user: User | undefined): boolean =>
  user?.application?.workflowUsed !== "Renewals Model";

/** The same with the place of that balance, which who was funded mostly has. */
export const RISK_SECTIONS_ONCE_FUNDED = [...RISK_SECTIONS, "funded-balance"] satisfies SectionId[];

export const sectionsOf = (user: User | undefined): SectionId[] =>
  (Object.keys(SECTIONS) as SectionId[]).filter((id) => id !== "offers" || hasOffers(user));

/** Goes to a section the way its anchor would, and puts the focus on its heading, where reading continues. */
export function goToSection(id: SectionId): void {
  if (window.location.hash !== `#${id}`) window.history.pushState(window.history.state, "", `#${id}`);
  document.getElementById(id)?.scrollIntoView();
  focusSection(id);
}

/** Puts the focus on a section's heading and leaves the page where it stands. */
export const focusSection = (id: SectionId): void =>
  document.getElementById(id)?.querySelector("h2")?.focus({ preventScroll: true });
