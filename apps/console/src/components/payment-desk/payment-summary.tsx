import { kindsLike } from "@countinghouse/validators/confirmations/rules";
import { formatCents } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { type DeskMode, modeRule } from "@countinghouse/validators/payments/kinds";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { type Control, useWatch } from "react-hook-form";
import { useNow } from "@/lib/timers.ts";
import { Alert } from "@/ui/alert.tsx";
import { OverBalance } from "../payments/over-balance.tsx";
import { choiceWords, modeAction, modeSentence } from "./mode-words.ts";
import { type PaymentValues, typedCents } from "./payment-values.ts";
import { balanceText, feeText, findInstrument, findOpenBeside, type Warnings } from "./review.ts";
import type { Balance } from "./use-balance.ts";
import type { PaymentOptions } from "./use-payment-options.ts";
import type { ListedPayment } from "./use-payments.ts";

type PaymentSummaryProps = {
  control: Control<PaymentValues, unknown, RunPayment>;
  mode: DeskMode;
  name: string;
  options: PaymentOptions;
  balance: Balance;
  warnings: Warnings;
  /** The reason why this admin may not take more than is owed, or null. */
  whyNotOver: string | null;
  /** The latest payments, to find one like this. */
  recent: readonly ListedPayment[];
  children: (submitLabel: string) => React.ReactNode;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The effect of the payment in a sentence that is always in view, and the button that requests it. */
export function PaymentSummary(props: PaymentSummaryProps) {
  const { control, mode, name, options, balance, warnings, whyNotOver, recent, children } = props;
  const [amount, instrumentId, isExternal] = useWatch({
    control,
    name: ["amount", "instrumentId", "isExternal"],
  });
  const cents = typedCents(amount);
  const instrument = findInstrument(mode, instrumentId, options);
  const now = useNow(MINUTE_MS);
  const fee = cents === null ? null : feeText({ mode, amountCents: cents }, balance, options);
  const alike = kindsLike(mode);
  const like = recent.find(
    ({ kind, amountCents, createdAt }) =>
      alike.includes(kind) && amountCents === cents && now.getTime() - createdAt.getTime() < DAY_MS,
  );
  const open = findOpenBeside(mode, recent, now);
  return (
    <aside
      aria-label="Summary"
      className="sticky top-[calc(var(--topbar-h)+0.75rem)] grid content-start gap-3 self-start rounded-lg border bg-card p-4"
    >
      <h3 className="text-sm font-semibold text-muted-foreground">Summary</h3>
      {cents === null ? (
        <div className="grid gap-1">
          <p className="font-medium">
            {choiceWords(mode)}: {name} #{options.customer.id}
          </p>
          <p className="text-muted-foreground">Enter an amount to see what will happen.</p>
        </div>
      ) : (
        <div className="grid gap-1">
          <p className="font-medium">{modeSentence(mode, cents, name)}</p>
          <p>
            {mode} · {instrument ?? "nothing selected yet"}
          </p>
          {balance.state !== "loading" && (
            <p>
              Balance{" "}
              <span className="num">{balanceText({ mode, amountCents: cents }, balance, options)}</span>
            </p>
          )}
          {fee !== null && <p className="num">{fee}</p>}
          {modeRule(mode).hasExternal && <p>Recorded as external: {isExternal ? "yes" : "no"}</p>}
        </div>
      )}
      {warnings.balance !== null && <OverBalance warning={warnings.balance} whyNot={whyNotOver} />}
      {warnings.funded !== null && <Alert tone="warning">{warnings.funded}</Alert>}
      {open && <Alert tone="warning">{open.message}</Alert>}
      {like && (
        <Alert tone="warning">
          A {like.kind} of {formatCents(like.amountCents)} was already made on {newYorkDate(like.createdAt)}.
        </Alert>
      )}
      <div data-action-bar className="flex flex-wrap items-center justify-end gap-2">
        {children(`${modeAction(mode, cents)}…`)}
      </div>
    </aside>
  );
}
