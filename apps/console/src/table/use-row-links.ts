import { type RefObject, useEffect } from "react";
import { ROW_LINK } from "./link-cell.tsx";

/** A press on any cell follows the link of its row. */
export function useRowLinks(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = table.current;
    element?.addEventListener("click", followRow);
    element?.addEventListener("auxclick", followRow);
    return () => {
      element?.removeEventListener("click", followRow);
      element?.removeEventListener("auxclick", followRow);
    };
  }, [table]);
}

const OF_ITSELF =
  "a, button, input, select, textarea, label, summary, [role=checkbox], [role=switch], [role=radio], [role=combobox]";

/**
 * A press on any cell follows the link of its row, the middle button in a new tab; what a cell has to press does what it
 * does, and text that was just selected stays selected, to be copied.
 */
function followRow(event: MouseEvent): void {
  const pressed = event.target as Element;
  const link = pressed.closest("tr")?.querySelector<HTMLAnchorElement>(`a[${ROW_LINK}]`);
  if (!link || pressed.closest(OF_ITSELF) || getSelection()?.isCollapsed === false) return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href);
  else if (event.button === 0) link.click();
}
