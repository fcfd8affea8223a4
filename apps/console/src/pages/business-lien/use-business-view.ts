import {
  BUSINESS_PAGE_SIZES,
  BUSINESS_STATUSES,
  type BusinessPageSize,
  type BusinessStatus,
  type LienFilter,
} from "@countinghouse/validators/businesses/rules";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { param, useListParams } from "@/lib/list-params.ts";
import { routes } from "@/paths.ts";

type BusinessFilters = {
  search: string;
  lien: LienFilter;
  status: BusinessStatus | null;
  /** Only those of which the verifier lists liens that are not known here. */
  unmatched: boolean;
};

const NO_FILTERS: BusinessFilters = { search: "", lien: "Clear", status: null, unmatched: false };

type Shown = { filters: BusinessFilters; page: number; pageSize: BusinessPageSize };

const AT_FIRST: Shown = { filters: NO_FILTERS, page: 1, pageSize: BUSINESS_PAGE_SIZES[0] };
const LAST_PAGE = 100_000;

const PARAMS = { id: param.userId };

/**
 * What the list shows. The address names one user at most; a change of a filter resets it to the bare path
 * (specification 2, section 2). The rest is kept in the history entry, where a reload and Back find it.
 */
export function useBusinessView() {
  const { id } = useListParams(PARAMS).params;
  const [, navigate] = useLocation();
  const shown = readShown(useHistoryState<unknown>());
  const { filters, page, pageSize } = shown;
  const go = (path: string, next: Shown, replace = false) =>
    navigate(path, { replace, state: { businesses: next } });
  const filter = (changed: Partial<BusinessFilters>, replace = false) =>
    go(routes.businessLien, { filters: { ...filters, ...changed }, page: 1, pageSize }, replace);
  const here = id === null ? routes.businessLien : `${routes.businessLien}?id=${id}`;
  return {
    userId: id,
    ...shown,
    isFiltered: id !== null || isFiltered(filters),
    /** What is typed replaces the entry: Back leads over whole searches. */
    search: (search: string) => filter({ search }, filters.search !== "" && search !== ""),
    filter: (changed: Partial<Omit<BusinessFilters, "search">>) => filter(changed),
    clear: () => filter(NO_FILTERS),
    goToPage: (next: number) => go(here, { filters, page: next, pageSize }),
    /** The first row in sight stays in sight. */
    showOnPage: (size: BusinessPageSize) => {
      const firstRow = (page - 1) * pageSize;
      go(here, { filters, page: Math.floor(firstRow / size) + 1, pageSize: size }, true);
    },
  };
}

export type BusinessView = ReturnType<typeof useBusinessView>;

const isFiltered = ({ search, lien, status, unmatched }: BusinessFilters): boolean =>
  search !== "" || lien !== "Clear" || status !== null || unmatched;

/** What an earlier visit left in the history entry; whatever else stands there shows the list as it is at first. */
function readShown(state: unknown): Shown {
  const kept = toRecord(toRecord(state).businesses);
  const { search, lien, status, unmatched } = toRecord(kept.filters);
  return {
    filters: {
      search: typeof search === "string" ? search : NO_FILTERS.search,
      lien: lien === "Yes" || lien === "No" ? lien : NO_FILTERS.lien,
      status: BUSINESS_STATUSES.find((each) => each === status) ?? null,
      unmatched: unmatched === true,
    },
    page: Number.isInteger(kept.page) ? Math.min(Math.max(1, Number(kept.page)), LAST_PAGE) : AT_FIRST.page,
    pageSize: BUSINESS_PAGE_SIZES.find((size) => size === kept.pageSize) ?? AT_FIRST.pageSize,
  };
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
