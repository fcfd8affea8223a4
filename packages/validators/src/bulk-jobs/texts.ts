import type { BulkScreenKind, BulkVersion } from "./rules.ts";

/** One of the six bulk screens. */
export interface BulkScreen {
  kind: BulkScreenKind;
  version: BulkVersion;
}

/** In the order of the sidebar (specification 1, section 2). */
const KINDS = ["BULK_DEBIT", "BULK_BALANCE", "BULK_ACH"] as const satisfies readonly BulkScreenKind[];

/** The six bulk screens, those of version 1 first. */
export const BULK_SCREENS: readonly BulkScreen[] = ([1, 2] as const).flatMap((version) =>
  KINDS.map((kind) => ({ kind, version })),
);

const TITLES = {
  BULK_DEBIT: "Bulk Debit Payment",
  BULK_BALANCE: "Bulk Balance",
  BULK_ACH: "Bulk ACH Payment",
} as const satisfies Record<BulkScreenKind, string>;

/** What a bulk screen is called in the navigation and on its page, after its route. */
export const bulkTitle = (kind: BulkScreenKind, version: BulkVersion): string =>
  version === 2 ? `${TITLES[kind]} V2` : TITLES[kind];
