import { useShortcut } from "@/lib/shortcuts.ts";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Tooltip } from "@/ui/tooltip.tsx";

type UnselectableProps = {
  /** Of the row, unique on the page. */
  id: string | number;
  label: string;
  whyNot: string;
};

/** The box of a row that can not be selected, with the reason. */
export function Unselectable({ id, label, whyNot }: UnselectableProps) {
  const reasonId = `not-${id}`;
  return (
    <>
      <Tooltip content={whyNot} side="right">
        <Checkbox
          aria-label={label}
          aria-disabled
          aria-describedby={reasonId}
          readOnly
          checked={false}
          className="cursor-not-allowed bg-muted opacity-60"
        />
      </Tooltip>
      <span id={reasonId} className="sr-only">
        {whyNot}
      </span>
    </>
  );
}

/** The keys of a list whose rows can be selected. */
export function useSelectionKeys(clear: () => void): void {
  useShortcut({ keys: "x", label: "Select the row", group: "This page" }, () =>
    document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-slot=checkbox]")?.click(),
  );
  useShortcut({ keys: "Escape", label: "Clear the selection", group: "This page" }, clear);
}
