/** How a vendor is doing, by what came of what it was asked in the last 24 hours. */
export type VendorHealth = "off" | "unused" | "well" | "someFailed" | "failing";

export interface VendorFacts {
  /** Why it is off, or null. */
  whyOff: string | null;
  /** What was over in the last 24 hours, and what of it had failed or is not known. */
  asked: number;
  failed: number;
}

/** Half of what is asked failing is no accident. */
const FAILING_FROM = 0.5;

export function vendorHealth({ whyOff, asked, failed }: VendorFacts): VendorHealth {
  if (whyOff !== null) return "off";
  if (asked === 0) return "unused";
  if (failed === 0) return "well";
  return failed / asked >= FAILING_FROM ? "failing" : "someFailed";
}

/** What waits in each lane of the outbox. */
export const TOPIC_NAMES: Readonly<Record<string, string>> = {
  EMAIL: "Mails",
  LEDGER_SHEET: "Rows for the ledger sheet",
  CRM: "Changes for the CRM",
  ASSET_REPORT: "Asset reports",
  BACKFILL: "Look-ups at the decision engine",
  BUSINESS: "Businesses and liens",
};

/** A process that was not heard of for so long is gone, or about to be declared so; in ms. */
export const UNHEARD_MS = 30_000;

/** A share in percent with one decimal; null where there is nothing to divide. */
export const percentText = (part: number, whole: number): string | null =>
  whole === 0 ? null : `${((part / whole) * 100).toFixed(1)} %`;
