import { CopyButton } from "@/ui/copy-button.tsx";
import { EmptyCell } from "./empty-cell.tsx";

type CopyCellProps = { value: string | null | undefined; label: string };

/** Text with a button to copy it, which shows on hover and on focus. */
export function CopyCell({ value, label }: CopyCellProps) {
  if (!value) return <EmptyCell />;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={value} className="truncate">
        {value}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
