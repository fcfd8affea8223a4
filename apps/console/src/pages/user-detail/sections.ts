import type { User } from "./use-user.ts";

export interface SectionDescription {
  title: string;
  /** How high it usually is, in pixels: the place that is kept for it, so that the page does not move as it arrives. */
  height?: number;
  /** The same once the customer has been funded, where it differs: who was funded has paid back and will go on. */
  heightOnceFunded?: number;
}

/** A section with one row, or with the sentence that there is none. */
const ONE_ROW = 132;
const THREE_ROWS = 204;

/**
 * Every section of the page, in its order. How each is shown stands in panels.tsx, what its anchor says in
 * use-user-anchors.ts. The two without a height have no section: one leads to a page, one opens a drawer.
 */
export const SECTIONS = {
  general: { title: "General", height: 1524 },
  "primary-accounts": { title: "Primary Accounts" },
  offers: { title: "Offers", height: 162 },
  "risk-facts": { title: "Risk Facts", height: 222 },
  notes: { title: "Notes", height: ONE_ROW },
  "bank-links": { title: "Bank Links", height: ONE_ROW },
  "payment-automation": { title: "Run payment automation", height: 118 },
  "do-not-fund": { title: "Do Not Fund", height: 102 },
  crm: { title: "CRM", height: 186 },
  "derogatory-remarks": { title: "Derogatory remarks", height: ONE_ROW },
  "toggle-panel": { title: "Toggle Panel", height: 212 },
  "decision-engine": { title: "Decision Engine Outcomes", height: 276 },
  underwriting: { title: "Underwriting", height: 327 },
  "vantage-score": { title: "Vantage score", height: 90 },
  "funded-balance": { title: "Funded Account's Active Balance", height: ONE_ROW },
  "similar-accounts": { title: "Similar Accounts", height: ONE_ROW },
  "similar-debit-cards": { title: "Similar Debit Cards", height: ONE_ROW },
  "similar-addresses": { title: "Similar Addresses", height: ONE_ROW },
  "similar-phone": { title: "Similar Phone", height: ONE_ROW },
  "similar-ssn": { title: "Similar SSN", height: ONE_ROW },
  "similar-company-names": { title: "Similar Company Names", height: ONE_ROW },
  "similar-ein-tax-numbers": { title: "Similar EIN Tax Numbers", height: ONE_ROW },
  "business-lien": { title: "Business & Lien", height: 175 },
  "data-statistics": { title: "Data Statistics", height: 388 },
  "user-files": { title: "User files", height: 306 },
  "file-attachments": { title: "File Attachments" },
  "asset-report": { title: "Asset Report", height: THREE_ROWS },
  recontracts: { title: "Recontracts", height: ONE_ROW },
  "balance-details": { title: "Balance Details", height: 186 },
  "manual-payment": { title: "Manual Payment", height: ONE_ROW },
  "payment-processor": { title: "Payment Processor", height: ONE_ROW, heightOnceFunded: THREE_ROWS },
  "payment-adjustment": { title: "Payment Adjustment", height: 174 },
  "payment-dates": { title: "Payment Dates", height: ONE_ROW, heightOnceFunded: 502 },
  promises: { title: "Promises", height: ONE_ROW },
  "external-payment": { title: "External Payment", height: 118 },
  "ach-details": { title: "ACH Details", height: 172 },
  "plaid-balance": { title: "Plaid Balance", height: 168 },
} as const satisfies Record<string, SectionDescription>;

export type SectionId = keyof typeof SECTIONS;

export const SECTION_IDS = Object.keys(SECTIONS) as SectionId[];

/** What the anchors stand under. */
export const ANCHOR_GROUPS = {
  Person: ["general", "notes", "crm", "toggle-panel"],
  Risk: [
    "offers",
    "risk-facts",
    "do-not-fund",
    "derogatory-remarks",
    "decision-engine",
    "underwriting",
    "vantage-score",
    "similar-accounts",
    "similar-debit-cards",
    "similar-addresses",
    "similar-phone",
    "similar-ssn",
    "similar-company-names",
    "similar-ein-tax-numbers",
    "business-lien",
  ],
  Bank: ["primary-accounts", "bank-links", "asset-report", "ach-details", "plaid-balance", "data-statistics"],
  Money: [
    "funded-balance",
    "balance-details",
    "manual-payment",
    "payment-processor",
    "payment-adjustment",
    "payment-dates",
    "promises",
    "payment-automation",
    "external-payment",
  ],
  Files: ["file-attachments", "user-files", "recontracts"],
} as const satisfies Record<string, readonly SectionId[]>;

export type AnchorGroup = keyof typeof ANCHOR_GROUPS;
export const ANCHOR_GROUP_NAMES = Object.keys(ANCHOR_GROUPS) as AnchorGroup[];

/** The anchors in their order, group by group. */
export const ANCHOR_IDS: readonly SectionId[] = Object.values(ANCHOR_GROUPS).flat();

/** How high each section usually is, in pixels by id. */
export function usualHeights(isFunded: boolean): Record<string, number> {
  const descriptions: [string, SectionDescription][] = Object.entries(SECTIONS);
  return Object.fromEntries(
    descriptions.flatMap(([id, { height, heightOnceFunded }]) =>
      height === undefined ? [] : [[id, (isFunded && heightOnceFunded) || height]],
    ),
  );
}

/** A renewal is decided without offers: then there is no section for them (specification 1, section 2). */
export const hasOffers = (user: User | undefined): boolean =>
  user?.application?.workflowUsed !== "Renewals Model";

/** Goes to a section the way its anchor would, and puts the focus on its heading, where reading continues. */
export function goToSection(id: SectionId): void {
  if (window.location.hash !== `#${id}`) window.history.pushState(window.history.state, "", `#${id}`);
  document.getElementById(id)?.scrollIntoView();
  focusSection(id);
}

/** Puts the focus on a section's heading and leaves the page where it stands. */
export const focusSection = (id: SectionId): void =>
  document.getElementById(id)?.querySelector("h2")?.focus({ preventScroll: true });
