import { formatCents } from "@countinghouse/validators/money";
import { USER_FILTER_LABELS } from "@countinghouse/validators/users/filter-labels";
import { USER_TAG_LABELS } from "@countinghouse/validators/users/filters";
import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { FilterChip } from "@/components/filters/filter-chip.tsx";
import { Button } from "@/ui/button.tsx";
import { isFiltered } from "./use-user-filters.ts";

type UsersFiltersProps = {
  filters: UserFilters;
  query: string;
  onChange: (changes: Partial<UserFilters>) => void;
  onClear: () => void;
};

const SINGLE = Object.keys(USER_FILTER_LABELS) as (keyof typeof USER_FILTER_LABELS)[];

/** The filters of the users list as chips, and the debt of the listed users. */
const UsersFilters = ({ filters, query, onChange, onClear }: UsersFiltersProps) => (
  <div className="flex flex-wrap items-center gap-1.5">
    {SINGLE.map((name) => (
      <FilterChip<string>
        key={name}
        {...USER_FILTER_LABELS[name]}
        chosen={filters[name] === null ? [] : [filters[name]]}
        onChange={([value = null]) => onChange({ [name]: value })}
      />
    ))}
    <FilterChip
      title="Tags"
      choices={USER_TAG_LABELS}
      chosen={filters.tags}
      isMultiple
      onChange={(tags) => onChange({ tags })}
    />
    {isFiltered(filters) && (
      <Button variant="link" size="small" onClick={onClear}>
        Clear filters
      </Button>
    )}
    {(isFiltered(filters) || query !== "") && <Sums filters={filters} query={query} />}
  </div>
);

export default UsersFilters;

function Sums({ filters, query }: Pick<UsersFiltersProps, "filters" | "query">) {
  const sums = trpc.users.sums.useQuery({ filters, query });
  if (sums.error) {
    return (
      <span role="alert" className="ml-auto text-sm text-danger-fg">
        The sums did not load: {errorDetails(sums.error).message}
      </span>
    );
  }
  if (sums.data === undefined) return null;
  const { owingUsers, owedCents, pastDueUsers, pastDueCents } = sums.data;
  return (
    <output className="num ml-auto text-sm text-muted-foreground">
      {owingUsers.toLocaleString("en-US")} {owingUsers === 1 ? "customer owes" : "customers owe"}{" "}
      {formatCents(owedCents)}
      {pastDueUsers > 0 &&
        ` · ${pastDueUsers.toLocaleString("en-US")} past due by ${formatCents(pastDueCents)} in all`}
    </output>
  );
}
