import { type ReactNode, useId } from "react";
import { cn } from "@/lib/cn.ts";
import { cardClass } from "@/ui/card.tsx";

/** One step of the form, under its number. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <fieldset aria-labelledby={titleId} className={cn(cardClass, "grid min-w-0 gap-2 px-4 py-3")}>
      <h3 id={titleId} className="text-lg font-semibold tracking-[-0.01em]">
        {number} {title}
      </h3>
      {children}
    </fieldset>
  );
}
