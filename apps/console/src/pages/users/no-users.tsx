import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { SimilarNames } from "./similar-names.tsx";

type NoUsersProps = { query: string; isFiltered: boolean; onClear: () => void; onClearFilters: () => void };

/** The empty list, with the cause: the filters, the search, or no customers yet. */
export default function NoUsers({ query, isFiltered: hasFilters, onClear, onClearFilters }: NoUsersProps) {
  if (hasFilters) {
    return (
      <EmptyState
        title="No users match these filters"
        action={<Button onClick={onClearFilters}>Clear filters</Button>}
      />
    );
  }
  if (query === "")
    return <EmptyState title="No users yet">Customers appear here once they have applied.</EmptyState>;
  return (
    <EmptyState title={`No user matches “${query}”`} action={<Button onClick={onClear}>Clear search</Button>}>
      Search by id, name, e-mail, phone, company, address or a whole SSN.
      <SimilarNames text={query} />
    </EmptyState>
  );
}
