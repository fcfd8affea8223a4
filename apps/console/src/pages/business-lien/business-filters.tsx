import {
  BUSINESS_STATUSES,
  type BusinessStatus,
  LIEN_FILTERS,
  type LienFilter,
} from "@countinghouse/validators/businesses/rules";
import { XIcon } from "lucide-react";
import type { ReactNode } from "react";
import { BUSINESS_STATES } from "@/components/business-states.ts";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/select.tsx";
import { BusinessSearch } from "./business-search.tsx";
import type { BusinessView } from "./use-business-view.ts";

/** The specification's word for what takes a filter away. */
const CLEAR = "Clear" satisfies LienFilter;

const LIEN_OPTIONS = LIEN_FILTERS.map((value) => ({ value, label: value }));

const STATUS_OPTIONS = [
  { value: CLEAR, label: CLEAR },
  ...BUSINESS_STATUSES.map((value) => ({ value, label: BUSINESS_STATES[value].word })),
] as const satisfies readonly { value: BusinessStatus | typeof CLEAR; label: string }[];

type BusinessFiltersProps = { view: BusinessView; children: ReactNode };

/** What narrows the list, and the way back to all of it. */
export function BusinessFilters({ view, children }: BusinessFiltersProps) {
  const { userId, filters } = view;
  return (
    <search aria-label="Businesses" data-print="hide" className="mb-3 flex flex-wrap items-center gap-2">
      <BusinessSearch query={filters.search} onSearch={view.search} />
      <div className="w-32">
        <Select
          aria-label="Has a lien"
          options={LIEN_OPTIONS}
          value={filters.lien === CLEAR ? null : filters.lien}
          placeholder="Lien: any"
          prefix="Lien: "
          onChange={(lien) => view.filter({ lien })}
        />
      </div>
      <div className="w-52">
        <Select
          aria-label="Status"
          options={STATUS_OPTIONS}
          value={filters.status}
          placeholder="Status: any"
          onChange={(status) => view.filter({ status: status === CLEAR ? null : status })}
        />
      </div>
      {userId !== null && (
        <Button size="small" aria-label={`Show all users instead of user ${userId}`} onClick={view.clear}>
          User {userId}
          <XIcon aria-hidden />
        </Button>
      )}
      {view.isFiltered && userId === null && (
        <Button variant="ghost" onClick={view.clear}>
          Clear filters
        </Button>
      )}
      <span className="ml-auto">{children}</span>
    </search>
  );
}
