import { ChevronRightIcon } from "lucide-react";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { ExplainBalance } from "@/components/balance/explain-balance.tsx";
import { Facts } from "@/components/facts/facts.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { cn } from "@/lib/cn.ts";
import { MoneyCell, TextCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { SECTIONS } from "../sections.ts";
import { TransactionsTable } from "./transactions-table.tsx";
import { useSaveTransactions } from "./use-save-transactions.ts";

const TABLE_ID = "transaction-details";

type BalanceDetailsSectionProps = {
  userId: number;
  hasTurn: boolean;
  /** Opens the form of a manual payment, or says why this admin may not. */
  manualPayment: { run: () => void; disabledReason: string | null };
};

/** What the customer owes, how it came about, and both as files. */
export function BalanceDetailsSection({ userId, hasTurn, manualPayment }: BalanceDetailsSectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const query = trpc.loans.get.useQuery({ userId }, { enabled: hasTurn });
  const { saveSheet, savePdf, makeLetter } = useSaveTransactions(userId);
  const whyNotLetter = useWhyNot("loans.payoffLetter");
  const owedCents = query.data?.balanceCents ?? 0;
  return (
    <QuerySection
      id="balance-details"
      title={SECTIONS["balance-details"].title}
      query={query}
      actions={
        <>
          <Button size="small" pending={saveSheet.pending} onClick={saveSheet.run}>
            Transaction Sheet
          </Button>
          <Button size="small" pending={savePdf.pending} onClick={savePdf.run}>
            Transactions PDF
          </Button>
          <Button
            size="small"
            pending={makeLetter.pending}
            disabledReason={whyNotLetter ?? (owedCents > 0 ? "The customer still has a balance." : null)}
            onClick={makeLetter.run}
          >
            Payoff Letter
          </Button>
          <Button size="small" disabledReason={manualPayment.disabledReason} onClick={manualPayment.run}>
            Manual Payment
          </Button>
        </>
      }
    >
      {({ balanceCents, discountCents, activeApplicationId }) => (
        <div className="grid gap-3">
          <Facts
            facts={[
              [
                "Available Balance",
                <span key="balance" className="inline-flex items-center gap-1">
                  <MoneyCell cents={balanceCents} />
                  <ExplainBalance userId={userId} />
                </span>,
              ],
              ["Discount Amount", <MoneyCell key="discount" cents={discountCents} />],
              ["Active Application Id", <TextCell key="application" value={activeApplicationId} />],
            ]}
          />
          <Button
            size="small"
            variant="ghost"
            className="justify-self-start"
            aria-expanded={isOpen}
            aria-controls={isOpen ? TABLE_ID : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRightIcon aria-hidden className={cn("size-4", isOpen && "rotate-90")} />
            Transaction Details
          </Button>
          {isOpen && (
            <div id={TABLE_ID}>
              <TransactionsTable userId={userId} />
            </div>
          )}
        </div>
      )}
    </QuerySection>
  );
}
