import type { BulkKind } from "../bulk-jobs/rules.ts";
import type { PaymentRail } from "../payments/kinds.ts";
import type { Capability } from "../roles.ts";

/** The outside systems that an installation may do without, each with what stands still while it is off. */
export const VENDORS = {
  ach: { name: "Payliance", off: "Bank transfers are off" },
  cards: { name: "TabaPay", off: "Card payments are off" },
  bankLink: { name: "Plaid", off: "Bank links are off" },
  crm: { name: "Zoho CRM", off: "The CRM is off" },
  decisioning: { name: "Alloy", off: "The decision engine is off" },
  businessVerification: { name: "Middesk", off: "Business verification is off" },
  ledgerSheet: { name: "Google Sheets", off: "The ledger sheet is off" },
  fileTransfer: { name: "the SFTP server", off: "Uploads by SFTP are off" },
  customerPortal: { name: "the customer portal", off: "Re-access is off" },
} as const satisfies Record<string, { name: string; off: string }>;

export type Vendor = keyof typeof VENDORS;

export const ALL_VENDORS = Object.keys(VENDORS) as Vendor[];

/** Why nothing that needs this vendor may be done, or null. `off` are the vendors that this installation has no settings for. */
export const whyNotVendor = (vendor: Vendor, off: readonly Vendor[]): string | null =>
  off.includes(vendor) ? `${VENDORS[vendor].off}: ${VENDORS[vendor].name} is not set up here.` : null;

/** The vendor that payments of a rail go through. */
export const vendorOfRail = (rail: PaymentRail): Vendor => (rail === "CARD" ? "cards" : "ach");

/** Why a bulk job of this kind is not started, or null; of what is given back the rail is asked. Payment automation takes from accounts and cards: one of the two will do. */
export function whyNotBulk(kind: BulkKind, off: readonly Vendor[]): string | null {
  if (kind === "BULK_BALANCE") return whyNotVendor("bankLink", off);
  if (kind === "BULK_DEBIT") return whyNotVendor("cards", off);
  if (kind === "REVERT") return null;
  const doesWithout = kind === "AUTOMATION" && !off.includes("cards");
  return doesWithout ? null : whyNotVendor("ach", off);
}

/**
 * What is nothing without a vendor, by the capability it takes: its procedures are refused while the vendor is off, and on
 * screens it is held with the same reason. Where it depends on what is asked (the rail of a payment) the service refuses.
 */
const VENDOR_OF_CAPABILITY: Partial<Record<Capability, Vendor>> = {
  "assetReports.request": "bankLink",
  "bankLinks.ask": "bankLink",
  "bulkJobs.runBalance": "bankLink",
  "businesses.fileLien": "businessVerification",
  "businesses.register": "businessVerification",
  "deals.read": "crm",
  "deals.write": "crm",
  "decisions.retryFacts": "decisioning",
  "institutions.refresh": "bankLink",
  "uploads.write": "fileTransfer",
  "users.reAccess": "customerPortal",
};

/** Why what takes this capability may not be done by anybody, or null. */
export function whyNotHere(capability: Capability, off: readonly Vendor[]): string | null {
  const vendor = VENDOR_OF_CAPABILITY[capability];
  return vendor === undefined ? null : whyNotVendor(vendor, off);
}
