import { EXPLAIN_BALANCE_TEXTS as TEXTS } from "@countinghouse/validators/loans/balance";
import { lazy, Suspense, useState } from "react";
import { MoneyCell } from "@/table/cells.tsx";

const ExplainBalanceSheet = lazy(() => import("./explain-balance-sheet.tsx"));

/** What a user owes, which opens how it came about. */
export function BalanceCell({ userId, cents }: { userId: number; cents: number | null }) {
  const [isOpen, setOpen] = useState(false);
  if (cents === null) return <MoneyCell cents={null} />;
  return (
    <>
      <button
        type="button"
        title={TEXTS.open}
        className="rounded-sm underline-offset-4 hover:underline"
        onClick={() => setOpen(true)}
      >
        <MoneyCell cents={cents} />
      </button>
      {isOpen && (
        <Suspense>
          <ExplainBalanceSheet
            userId={userId}
            description={`User #${userId}`}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
