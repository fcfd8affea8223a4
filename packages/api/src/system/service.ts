import { ALL_VENDORS, VENDORS, type Vendor, whyNotVendor } from "@countinghouse/validators/vendors/rules";
import type { AdminCtx } from "../context.ts";
import type { WithCopyStanding } from "../read-copy.ts";
import { readKeptReports } from "./policy-reports.ts";
import { readProcesses, readStanding, readVendors, type VendorStanding } from "./standing.ts";

export interface WithVersion {
  /** The version of this program, as package.json says it. */
  version: string;
}

/** With what it is called, and why it is off, where it is. */
interface NamedVendor extends VendorStanding {
  name: string;
  whyOff: string | null;
}

/**
 * How this installation is: its database and the copy of it, what waits, what came of each vendor in the last 24 hours, which processes run.
 */
export async function getSystem(ctx: AdminCtx<WithVersion & WithCopyStanding>) {
  const now = ctx.now();
  const began = performance.now();
  const [{ version: database }] = await ctx.db
    .sql<{ version: string }>(
      { name: "system.version", text: "SELECT current_setting('server_version') AS version" },
      [],
    )
    .then((rows) => [rows[0] ?? { version: "" }] as const);
  const answeredInMs = Math.round(performance.now() - began);
  const [standing, replica, vendors, processes, policyReports] = await Promise.all([
    readStanding(ctx.db, ctx.services.vault, now),
    ctx.services.copyStanding(),
    readVendors(ctx.db, now),
    readProcesses(ctx.db),
    readKeptReports(ctx.db),
  ]);
  const { version, vendorsOff } = ctx.services;
  return {
    readAt: now,
    version,
    /** Of the process that answers. */
    node: process.versions.node,
    database: { version: database, answeredInMs },
    /** Null where there is none. */
    replica,
    standing,
    vendors: [...ALL_VENDORS, "mail" as const].map(
      (vendor): NamedVendor => ({
        vendor,
        name: vendor === "mail" ? "Mail" : vendorName(vendor),
        whyOff: vendor === "mail" ? null : whyNotVendor(vendor, vendorsOff),
        ...(vendors.find((each) => each.vendor === vendor) ?? { lastSuccessAt: null, asked: 0, failed: 0 }),
      }),
    ),
    processes,
    /** What browsers reported of the policies of our pages, the latest first. */
    policyReports,
  };
}

const vendorName = (vendor: Vendor): string => {
  const { name } = VENDORS[vendor];
  return name.replace(/^the (.)/, (_, first: string) => first.toUpperCase());
};
