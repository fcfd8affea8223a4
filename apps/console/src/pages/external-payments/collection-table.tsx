import { COLLECTIONS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { failureText } from "@/api/errors.ts";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { ROWS_OF_TWO_LINES_CLASS } from "@/components/two-lines.ts";
import { heightBelow } from "@/table/columns.ts";
import { EmptyState } from "@/ui/states.tsx";
import { collectionColumns } from "./collection-columns.tsx";
import type { CollectionActions } from "./row-actions.tsx";
import type { Collection } from "./use-collection.ts";

type CollectionTableProps = { collection: Collection; actions: CollectionActions };

/** The users that were got, however many: only the rows near to what is seen are made. */
export function CollectionTable({ collection: { list, rows, reload }, actions }: CollectionTableProps) {
  const table = useListPage({
    title: TEXT.title,
    pageList: "collections-export",
    query: {
      isFetching: list.isFetching,
      error: list.error,
      refetch: reload,
      dataUpdatedAt: list.dataUpdatedAt,
      failureMessage: list.error ? failureText(list.error, TEXT.failed) : undefined,
    },
    columns: collectionColumns,
    actions,
    rows,
    rowKey: ({ userId }) => String(userId),
    customers: { toUserId: ({ userId }) => userId },
    size: {
      skeletonRows: 8,
      maxHeight: heightBelow(14),
      windowed: true,
    },
    empty: <EmptyState title="No user has one of these ids">Check the ids above.</EmptyState>,
  });
  return <div className={ROWS_OF_TWO_LINES_CLASS}>{table}</div>;
}
