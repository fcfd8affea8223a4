import { itemName, type WorkItem } from "@/components/work/work-item.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { toast } from "@/lib/toast.ts";
import { useWayKeys, type Way } from "./ways.ts";
import { ITEM_MARK } from "./work-columns.tsx";

type WorkKeys = {
  rows: readonly WorkItem[];
  next: WorkItem | undefined;
  open: (item: WorkItem | undefined, way?: Way) => void;
};

/** The keys of the list. Ticked rows and an open item register the same keys for themselves. */
export function useWorkKeys({ rows, next, open }: WorkKeys): void {
  useShortcut({ keys: "n", label: "Open top item", group: "This page" }, () => open(next));
  useShortcut({ keys: "Enter", label: "Open the row", group: "This page" }, null);
  useWayKeys((way) => {
    const name = document.activeElement
      ?.closest("tr")
      ?.querySelector(`[${ITEM_MARK}]`)
      ?.getAttribute(ITEM_MARK);
    const item = rows.find((each) => itemName(each) === name);
    if (item) open(item, way);
    else toast.info("Select a row first: j and k move between rows, x ticks one.");
  });
}

/** Returns the row link of an item, where the focus returns from the item. */
export const rowLinkOf = (name: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`a[${ITEM_MARK}="${CSS.escape(name)}"]`);
