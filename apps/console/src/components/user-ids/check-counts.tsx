import { CheckIcon, CopyMinusIcon, type LucideIcon, ScissorsIcon, XIcon } from "lucide-react";
import { cn } from "@/lib/cn.ts";
import type { IdCheck } from "./id-check.ts";

/** How many ids there are, and what was done to get them. */
export function CheckCounts({ check: { ids, duplicates, cut, invalid } }: { check: IdCheck }) {
  return (
    <output className="grid grid-cols-2 gap-x-4 gap-y-2">
      <Count icon={CheckIcon} tone="text-success-fg" count={ids.length} words="valid" />
      <Count
        icon={CopyMinusIcon}
        tone="text-muted-foreground"
        count={duplicates}
        words={duplicates === 1 ? "duplicate removed" : "duplicates removed"}
      />
      <Count icon={ScissorsIcon} tone="text-muted-foreground" count={cut} words="cut at - or _" />
      <Count
        icon={XIcon}
        tone={invalid.length > 0 ? "text-danger-fg" : "text-muted-foreground"}
        count={invalid.length}
        words="invalid"
      />
    </output>
  );
}

type CountProps = { icon: LucideIcon; tone: string; count: number; words: string };

const Count = ({ icon: Icon, tone, count, words }: CountProps) => (
  <span className="flex items-center gap-2">
    <Icon aria-hidden className={cn("size-4 shrink-0", tone)} />
    <span>
      <span className="num font-medium">{count.toLocaleString("en-US")}</span>{" "}
      <span className="text-muted-foreground">{words}</span>
    </span>
  </span>
);
