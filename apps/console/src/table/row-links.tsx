import { type RefObject, useEffect } from "react";
import { useShortcut } from "@/lib/shortcuts.ts";
import { ROW_LINK } from "./cells.tsx";

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

/** j and k move the focus along the row links; Enter then opens one, as on any link. */
export function RowKeys({ table }: { table: RefObject<HTMLElement | null> }) {
  const focusRow = (step: 1 | -1) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`) ?? [])];
    const row = document.activeElement?.closest("tr");
    const current = links.findIndex((link) => link.closest("tr") === row);
    links[Math.max(0, Math.min(links.length - 1, current + step))]?.focus();
  };
  useShortcut({ keys: "j", label: "Next row", group: "This page" }, () => focusRow(1));
  useShortcut({ keys: "k", label: "Previous row", group: "This page" }, () => focusRow(-1));
  return null;
}
