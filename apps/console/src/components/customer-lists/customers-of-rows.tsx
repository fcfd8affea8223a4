import { lazy, Suspense } from "react";

const Actions = lazy(async () => ({ default: (await import("./customers-actions.tsx")).CustomersOfRows }));

interface CustomersOfRowsProps {
  title: string;
  /** Whose the rows are that a page selects by itself; null where nobody's. */
  userIds: readonly (number | null)[];
}

/** What can be done with the customers of selected rows; nothing while none is selected. */
export const CustomersOfRows = (rows: CustomersOfRowsProps) =>
  rows.userIds.length > 0 && (
    <Suspense fallback={null}>
      <Actions {...rows} />
    </Suspense>
  );
