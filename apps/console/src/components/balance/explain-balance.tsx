import { EXPLAIN_BALANCE_TEXTS as TEXTS } from "@countinghouse/validators/loans/balance";
import { SigmaIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button.tsx";

const ExplainBalanceSheet = lazy(() => import("./explain-balance-sheet.tsx"));

/** Opens how a user's balance came about, entry by entry, now or at the end of a day of the past. */
export function ExplainBalance({ userId, name }: { userId: number; name?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon-small"
        data-print="hide"
        title={TEXTS.open}
        aria-label={TEXTS.open}
        className="text-muted-foreground"
        onClick={() => setOpen(true)}
      >
        <SigmaIcon aria-hidden />
      </Button>
      {isOpen && (
        <Suspense>
          <ExplainBalanceSheet
            userId={userId}
            description={name === undefined ? `User #${userId}` : `${name} #${userId}`}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
