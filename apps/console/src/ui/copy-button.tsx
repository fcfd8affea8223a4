import { CheckIcon } from "lucide-react";
import { cn } from "@/lib/cn.ts";
import { useCopy } from "@/lib/copy.ts";

type CopyButtonProps = { value: string; label: string };

/** Copies `value` as it is shown. Inside a row or a `group/row` it stays out of sight until wanted. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const [state, copyValue] = useCopy();
  return (
    <>
      <button
        type="button"
        data-slot="copy-button"
        data-print="hide"
        aria-label={`Copy ${label}`}
        onClick={() => copyValue(value)}
        className={cn(
          "relative z-control inline-grid size-6 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground focus-visible:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100",
          state === "idle" && "opacity-0",
          state !== "copied" && "before:copy-icon before:size-3.5",
        )}
      >
        {state === "copied" && <CheckIcon aria-hidden className="size-3.5" />}
      </button>
      <output className="sr-only">{state === "copied" && "Copied"}</output>
      {state === "refused" && (
        <span className="text-xs text-danger-fg">The browser does not allow copying</span>
      )}
    </>
  );
}
