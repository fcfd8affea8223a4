import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
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

const params = {
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(BANK_FILTERS),
};

/** Which banks are shown, kept in the address. */
export function useBankView() {
  const [{ q, status }, setParams] = useQueryStates(params);
  return {
    name: q,
    status,
    isFiltered: q !== "" || status !== null,
    search: (name: string) => void setParams({ q: name || null }),
    filter: (next: BankFilter | null) => void setParams({ status: next }, { history: "push" }),
    clear: () => void setParams({ q: null, status: null }, { history: "push" }),
  };
}

export type BankView = ReturnType<typeof useBankView>;

/** The banks of this status whose name, or whose id as a whole, has what was searched for. */
export function shownBanks(
  banks: readonly Institution[],
  { name, status }: Pick<BankView, "name" | "status">,
): Institution[] {
  const wanted = name.trim().toLowerCase();
  return banks.filter(
    (bank) =>
      (wanted === "" || bank.name.toLowerCase().includes(wanted) || bank.institutionId === wanted) &&
      (status === null || isOf(bank, status)),
  );
}

const isOf = (bank: Institution, filter: BankFilter): boolean =>
  filter === "not-healthy" ? bank.status !== "HEALTHY" : bank.status === STATUS_OF[filter];
