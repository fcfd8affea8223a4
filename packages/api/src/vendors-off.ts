import type { OutboxTopic } from "@countinghouse/db";
import { type Vendor, whyNotVendor } from "@countinghouse/validators/vendors/rules";
import { refuseWhen } from "./errors.ts";

export { ALL_VENDORS, VENDORS, type Vendor, whyNotVendor } from "@countinghouse/validators/vendors/rules";

/** The outside system that each topic's messages go to; null for mail, without which nothing starts. */
export const VENDOR_OF_TOPIC: Record<OutboxTopic, Vendor | null> = {
  EMAIL: null,
  LEDGER_SHEET: "ledgerSheet",
  CRM: "crm",
  ASSET_REPORT: "bankLink",
  BACKFILL: "decisioning",
  BUSINESS: "businessVerification",
};

/** Throws the reason as a RULE refusal when this vendor is off. */
export const refuseOff = (vendor: Vendor, { vendorsOff }: { vendorsOff: readonly Vendor[] }): void =>
  refuseWhen(whyNotVendor(vendor, vendorsOff));
