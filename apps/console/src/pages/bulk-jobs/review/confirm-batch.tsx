import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { formatCents } from "@countinghouse/validators/money";
import { useId, useState } from "react";
import { Facts } from "@/components/facts/facts.tsx";
import { useSettlement } from "@/components/payments/use-settlement.ts";
import { RunForecast } from "@/components/return-rates/run-rates.tsx";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Input, Label } from "@/ui/input.tsx";
import type { Totals } from "./review-rows.ts";

type ConfirmBatchProps = {
  screen: BulkScreen;
  totals: Totals;
  /** Of the chosen rows. */
  userIds: readonly number[];
  /** The flags of the chosen rows, each with how many have it. */
  flags: readonly (readonly [words: string, count: number])[];
  sending: boolean;
  /** The server did not answer: it is asked again for the same batch. */
  isUnanswered: boolean;
  /** Why the server did not start it. */
  refusal: string | null;
  disabledReason: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The last question before many payments: how many, how much, what is unusual. The count is typed. */
export function ConfirmBatch({
  screen,
  totals,
  userIds,
  flags,
  sending,
  isUnanswered,
  refusal,
  disabledReason,
  onConfirm,
  onCancel,
}: ConfirmBatchProps) {
  const [typed, setTyped] = useState("");
  const typedId = useId();
  const settlement = useSettlement();
  const { count, totalCents, largestCents } = totals;
  const from = screen.kind === "BULK_DEBIT" ? "card" : "bank account";
  if (isUnanswered)
    return (
      <AlertDialog
        title="Outcome unknown"
        worksOffline
        confirmLabel="Check"
        cancelLabel="Close"
        pending={sending}
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        <p role="alert">
          The server did not answer. The batch of {people(count)} may or may not have started. Check requests
          the same batch again. It cannot be started twice.
        </p>
      </AlertDialog>
    );
  const isTyped = typed.trim().replaceAll(",", "") === String(count);
  return (
    <AlertDialog
      title={`Charge ${formatCents(totalCents)} to ${people(count)}?`}
      confirmLabel={`Process ${count.toLocaleString("en-US")} ${count === 1 ? "payment" : "payments"}`}
      confirmDisabledReason={disabledReason ?? (isTyped ? null : "Type the count first.")}
      focus="cancel"
      pending={sending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="grid gap-3">
        <Facts
          facts={[
            ["Payments", count.toLocaleString("en-US")],
            ["Each from", `the ${from} of the customer`],
            ["Total", formatCents(totalCents)],
            ["Largest", formatCents(largestCents)],
            ...(screen.kind === "BULK_ACH" ? [["Settlement", settlement] as const] : []),
          ]}
        />
        {screen.kind === "BULK_ACH" && <RunForecast userIds={userIds} />}
        {flags.length > 0 && (
          <Alert tone="warning">
            <ul aria-label="Flags">
              {flags.map(([words, rows]) => (
                <li key={words}>
                  {rows.toLocaleString("en-US")} × {words}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <div className="grid gap-1.5">
          <Label htmlFor={typedId}>Type the count, {count}, to confirm</Label>
          <Input
            id={typedId}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            readOnly={sending}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        {refusal !== null && (
          <Alert tone="danger" live="assertive">
            {refusal}
          </Alert>
        )}
        <output>{sending && <Alert>The batch is being started. Do not close.</Alert>}</output>
      </div>
    </AlertDialog>
  );
}

const people = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "customer" : "customers"}`;
