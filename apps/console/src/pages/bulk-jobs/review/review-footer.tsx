import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { formatCents } from "@countinghouse/validators/money";
import { Button } from "@/ui/button.tsx";
import type { Totals } from "./review-rows.ts";

type ReviewFooterProps = { totals: Totals; disabledReason: string | null; onProcess: () => void };

/** What is chosen in all, and the button that asks before it goes. */
export const ReviewFooter = ({ totals, disabledReason, onProcess }: ReviewFooterProps) => (
  <div data-action-bar className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <output className="text-sm">
      <span className="font-semibold">{totals.count.toLocaleString("en-US")} selected</span>
      <span className="text-muted-foreground">
        {" "}
        · total <span className="num font-semibold text-foreground">{formatCents(totals.totalCents)}</span> ·
        largest <span className="num">{formatCents(totals.largestCents)}</span>
      </span>
    </output>
    <span data-print="hide" className="ml-auto">
      <Button
        variant="primary"
        disabledReason={disabledReason ?? (totals.count === 0 ? "Select a row first." : null)}
        onClick={onProcess}
      >
        {PROCESS} ({totals.count.toLocaleString("en-US")})…
      </Button>
    </span>
  </div>
);

/** The specification's words, as a button begins them. */
const PROCESS = TEXT.processLabel.replace(/^./, (first) => first.toUpperCase());
