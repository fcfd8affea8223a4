import type { Institution } from "./use-institutions.ts";

/** What the list can be narrowed to. */
export const BANK_FILTERS = ["not-healthy", "down", "degraded", "not-known", "healthy"] as const;
export type BankFilter = (typeof BANK_FILTERS)[number];

const STATUS_OF = {
  down: "DOWN",
  degraded: "DEGRADED",
  healthy: "HEALTHY",
  "not-known": null,
} as const satisfies Record<Exclude<BankFilter, "not-healthy">, Institution["status"]>;

/** The banks of this status whose name, or whose id as a whole, has what was searched for. */
export function shownBanks(
  banks: readonly Institution[],
  name: string,
  status: BankFilter | null,
): Institution[] {
  const wanted = name.trim().toLowerCase();
  return banks.filter(
    (bank) =>
      (wanted === "" || bank.name.toLowerCase().includes(wanted) || bank.institutionId === wanted) &&
      (status === null || matchesFilter(bank, status)),
  );
}

const matchesFilter = (bank: Institution, filter: BankFilter): boolean =>
  filter === "not-healthy" ? bank.status !== "HEALTHY" : bank.status === STATUS_OF[filter];
