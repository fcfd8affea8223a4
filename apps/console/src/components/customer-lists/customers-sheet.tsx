import type { ComponentProps } from "react";
import type { RowsQuery } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";
import { type ListPage, useListPage } from "./use-list-page.tsx";

type PagesQuery<Row> = RowsQuery &
  ComponentProps<typeof ShowMore>["query"] & { data: { rows: readonly Row[] } | undefined };

type CustomersSheetProps<Row extends object> = Omit<ListPage<Row>, "rows" | "query" | "footer"> & {
  description?: string | undefined;
  query: PagesQuery<Row>;
  onClose: () => void;
};

/** The rows behind a number of a page, in a sheet. */
export function CustomersSheet<Row extends object>(props: CustomersSheetProps<Row>) {
  const { description, query, onClose, ...list } = props;
  const table = useListPage<Row>({
    filters: list.title,
    ...list,
    query,
    rows: query.data?.rows,
    footer: <ShowMore query={query} />,
  });
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent width="wide">
        <SheetHeader title={list.title} description={description} />
        <SheetBody>
          <UpdatedQuery what="these rows" query={query} />
          {table}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
