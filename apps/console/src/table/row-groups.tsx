import { ChevronRightIcon } from "lucide-react";
import { cn } from "@/lib/cn.ts";

/** A group of rows that follow each other. */
export type RowGroup = {
  key: string;
  title: string;
  /** Rows of the group in the table; 0 while it is folded. */
  size: number;
  isFolded: boolean;
  onToggle: () => void;
};

type GroupHeadsProps = { groups: readonly RowGroup[]; at: number; columns: number };

/** The heads of the groups that begin before the row at this place. */
export function GroupHeads({ groups, at, columns }: GroupHeadsProps) {
  let start = 0;
  return groups.map(({ key, title, size, isFolded, onToggle }) => {
    const isHere = start === at;
    start += size;
    return (
      isHere && (
        <tr key={key} data-slot="group-head" className="bg-muted">
          <th scope="rowgroup" colSpan={columns} className="border-b p-0 text-left font-semibold">
            <button
              type="button"
              aria-expanded={!isFolded}
              className="sticky left-0 flex min-h-8 items-center gap-1.5 rounded-sm px-(--row-px) focus-visible:-outline-offset-2"
              onClick={onToggle}
            >
              <ChevronRightIcon
                aria-hidden
                className={cn("size-4 transition-transform duration-120", !isFolded && "rotate-90")}
              />
              {title}
            </button>
          </th>
        </tr>
      )
    );
  });
}
