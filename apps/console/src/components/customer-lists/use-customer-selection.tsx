import type { CustomersOf } from "@countinghouse/validators/customer-lists/schemas";
import { lazy, type ReactNode, Suspense } from "react";
import type { Chosen, SelectableList } from "@/table/selection.ts";
import { useSelection } from "@/table/use-selection.ts";

const CustomersActions = lazy(() => import("./customers-actions.tsx"));

type CustomerSelection<Row> = Omit<SelectableList<Row>, "rows" | "nameOf"> & {
  /** The title of the list. */
  title: string;
  /** Undefined until they are known. */
  rows: readonly Row[] | undefined;
  /** The customer of a row; null where it has none. */
  userIdOf: (row: Row) => number | null;
  nameOf?: ((row: Row) => string) | undefined;
  /** All that match but some, where the server can find them by the filter. */
  allOf?: ((except: readonly Row[]) => CustomersOf) | undefined;
  /** What else can be done with what is selected. */
  more?: ((chosen: Chosen<Row>, count: number) => ReactNode) | undefined;
};

const NO_ROWS: readonly never[] = [];
const NOBODY = "Nobody is known to whom it belongs.";

/** A table whose rows are of customers: those of what is selected can be the list of a bulk job. */
export function useCustomerSelection<Row>(options: CustomerSelection<Row>) {
  const { title, rows = NO_ROWS, rowKey, userIdOf, whyNot, listKey, total, allOf, more } = options;
  const of = useSelection<Row>({
    listKey,
    rows,
    rowKey,
    nameOf: options.nameOf ?? ((row) => `user ${userIdOf(row) ?? ""}`.trim()),
    whyNot: (row) => whyNot?.(row) ?? (userIdOf(row) === null ? NOBODY : null),
    total: allOf && total,
  });
  const actions = (chosen: Chosen<Row>, count: number) => {
    const customers =
      chosen.isAll && allOf
        ? { of: () => allOf([...chosen.except.values()]), expected: count }
        : chosenCustomers(title, chosen.isAll ? [] : [...chosen.rows.values()].map(userIdOf));
    return (
      <Suspense fallback={null}>
        <CustomersActions {...customers} />
        {more?.(chosen, count)}
      </Suspense>
    );
  };
  return { of, actions };
}

function chosenCustomers(from: string, ids: readonly (number | null)[]) {
  const userIds = [...new Set(ids)].filter((id) => id !== null);
  return { of: (): CustomersOf => ({ list: "chosen", from, userIds }), expected: userIds.length };
}
