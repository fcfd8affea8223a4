import { CheckIcon } from "lucide-react";
import { cn } from "@/lib/cn.ts";

export type Step = "Paste" | "Check" | "Review" | "Run" | "Results";

/** Where the job stands, of the steps it goes through. */
export function Steps({ steps, current }: { steps: readonly Step[]; current: Step }) {
  const at = steps.indexOf(current);
  return (
    <ol aria-label="Steps" data-print="hide" className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? "step" : undefined} className="flex items-center gap-2">
          {index > 0 && <span aria-hidden className="h-px w-6 bg-border-strong max-sm:w-3" />}
          <span
            aria-hidden
            className={cn(
              "grid size-5 place-items-center rounded-full border text-2xs font-medium tabular-nums",
              index < at && "border-primary bg-primary-soft text-primary-soft-foreground",
              index === at && "border-primary bg-primary text-primary-foreground",
              index > at && "border-border-strong text-muted-foreground",
            )}
          >
            {index < at ? <CheckIcon className="size-3 stroke-3" /> : index + 1}
          </span>
          <span className={cn("text-sm", index === at ? "font-medium" : "text-muted-foreground")}>
            {step}
            {index < at && <span className="sr-only"> done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
