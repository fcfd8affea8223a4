import { UpdatedQuery } from "@/ui/updated.tsx";
import type { RowsQuery } from "./data-table.tsx";
import { SavedViews } from "./views/saved-views.tsx";

type ListBarProps = { list: string; query: RowsQuery | undefined; isAmongOthers: boolean };

/** Above the list of a page: its saved views, when its rows came, and how to read them again; of one among others its views. */
const ListBar = ({ list, query, isAmongOthers }: ListBarProps) => (
  <div className="flex min-h-7 flex-wrap items-center gap-2">
    <SavedViews list={list} isAmongOthers={isAmongOthers} />
    {query && !isAmongOthers && <UpdatedQuery what="the list" query={query} />}
  </div>
);

export default ListBar;
