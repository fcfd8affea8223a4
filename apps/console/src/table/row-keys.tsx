import type { RefObject } from "react";
import { useShortcut } from "@/lib/shortcuts.ts";
import { ROW_LINK } from "./link-cell.tsx";

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
