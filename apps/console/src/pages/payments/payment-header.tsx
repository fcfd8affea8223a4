import { formatCents } from "@countinghouse/validators/money";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { RotateCwIcon } from "lucide-react";
import { ExplainBalance } from "@/components/balance/explain-balance.tsx";
import type { useBalance } from "@/components/payment-desk/use-balance.ts";
import type { PaymentOptions } from "@/components/payment-desk/use-payment-options.ts";
import { useCustomerActions } from "@/components/users/use-customer-actions.ts";
import { useDrawer } from "@/components/users/user-detail-params.ts";
import { userName } from "@/components/users/user-name.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { cn } from "@/lib/cn.ts";
import type { BadgeTone } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { RenewalLine } from "./renewal-line.tsx";

type PaymentHeaderProps = {
  id: number;
  options: PaymentOptions | undefined;
  balance: ReturnType<typeof useBalance>;
};

/** The name, the statuses and the balance of the customer. */
export function PaymentHeader({ id, options, balance }: PaymentHeaderProps) {
  const name = options ? userName(options.customer) : `User ${id}`;
  const { openNote } = useDrawer();
  useCustomerActions({ id, name }, { charge: true, note: () => openNote() });
  return (
    <PageHeader
      title={PAGE_TITLES.payment}
      above={name}
      aside={
        <>
          <span className="text-lg">{name}</span>
          <span className="id-text text-muted-foreground">#{id}</span>
          {options && (
            <ul aria-label="Status" className="flex flex-wrap items-center gap-1.5">
              {customerStatuses(options).map(([tone, text]) => (
                <li key={text}>
                  <StatusBadge tone={tone}>{text}</StatusBadge>
                </li>
              ))}
            </ul>
          )}
          <RenewalLine userId={id} />
        </>
      }
      actions={<BalanceNow balance={balance} userId={id} name={name} />}
    />
  );
}

function BalanceNow({
  balance,
  ...of
}: Pick<PaymentHeaderProps, "balance"> & { userId: number; name: string }) {
  const { state, cents } = balance;
  return (
    <div className="flex items-center gap-2">
      {state === "unavailable" ? (
        <p role="alert" className="text-sm font-medium text-warning-fg">
          {TEXT.balanceUnavailable}
        </p>
      ) : (
        <p className="flex items-baseline gap-1.5">
          <span className="text-xs text-muted-foreground">Balance</span>
          <span
            className={cn(
              "num text-lg font-semibold",
              cents !== null && cents < 0 && "text-money-out",
              cents === 0 && "text-money-zero",
            )}
          >
            {cents === null ? "…" : formatCents(cents)}
          </span>
        </p>
      )}
      <ExplainBalance {...of} />
      <Button
        size="icon-small"
        variant="ghost"
        aria-label="Reload balance"
        pending={balance.isReading}
        onClick={balance.readAgain}
      >
        {!balance.isReading && <RotateCwIcon aria-hidden />}
      </Button>
    </div>
  );
}

function customerStatuses({ customer, application }: PaymentOptions): [tone: BadgeTone, text: string][] {
  const statuses: [isSo: boolean, tone: BadgeTone, text: string][] = [
    [customer.doNotFund, "danger", "Do Not Fund"],
    [application?.expired === true, "warning", "Application expired"],
    [application?.offerExpired === true, "warning", "Offer expired"],
    [customer.isExternal, "info", "External collections"],
    [application?.fundedOn != null, "success", `Funded ${application?.fundedOn ?? ""}`],
    [application !== null && application.fundedOn === null, "neutral", "Not funded"],
  ];
  return statuses.flatMap(([isSo, tone, text]): [BadgeTone, string][] => (isSo ? [[tone, text]] : []));
}
