import type { CustomerSource } from "@countinghouse/validators/customer-lists/schemas";
import { lazy, Suspense } from "react";
import type { SelectableList, SelectionActions } from "@/table/selection.ts";
import { useSelection } from "@/table/use-selection.ts";

const CustomersActions = lazy(() => import("./customers-actions.tsx"));

/** Whose the rows of a list are. */
export type CustomerList<Row> = {
  /** The title of the list. */
  title: string;
  /** The customer of a row; null where it has none. */
  toUserId: (row: Row) => number | null;
  /** All that match but some, where the server can find them by the filter. */
  allOf?: ((except: readonly Row[]) => CustomerSource) | undefined;
};

export type CustomerSelection<Row> = CustomerList<Row> &
  Omit<SelectableList<Row>, "rows" | "toName"> & {
    /** Undefined until they are known. */
    rows: readonly Row[] | undefined;
    toName?: ((row: Row) => string) | undefined;
    /** Whether rows of no customer can be selected as well, for what else can be done. */
    takesOthers?: boolean | undefined;
    /** What else can be done with what is selected. */
    more?: SelectionActions<Row> | undefined;
  };

const NO_ROWS: readonly never[] = [];
const NOBODY = "It belongs to no known customer.";

/** A table whose rows are of customers: those of what is selected can be the list of a bulk job. */
export function useCustomerSelection<Row>(options: CustomerSelection<Row>) {
  const { rows = NO_ROWS, toUserId, whyNot, total, allOf, more, toName, takesOthers, ...list } = options;
  const of = useSelection<Row>({
    ...list,
    rows,
    toName: toName ?? ((row) => `user ${toUserId(row) ?? ""}`),
    whyNot: (row) => whyNot?.(row) ?? (toUserId(row) === null && !takesOthers ? NOBODY : null),
    total: allOf && total,
  });
  const actions: SelectionActions<Row> = (chosen, count, clear) => (
    <Suspense fallback={null}>
      <CustomersActions list={options as never} chosen={chosen} count={count} />
      {more?.(chosen, count, clear)}
    </Suspense>
  );
  return { of, actions };
}
