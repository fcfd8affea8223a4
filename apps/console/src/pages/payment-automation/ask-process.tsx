import type { RouterOutputs } from "@countinghouse/api";
import { whyNotRunTotal } from "@countinghouse/validators/automation/rules";
import { AUTOMATION_TEXTS as TEXT } from "@countinghouse/validators/automation/texts";
import { formatCents } from "@countinghouse/validators/money";
import { amountField } from "@countinghouse/validators/money-field";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useId, useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { waitingApproval } from "@/api/waits.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { isCertainlyNotRecorded } from "@/components/payments/payment-outcome.ts";
import { useSettlement } from "@/components/payments/use-settlement.ts";
import { RunRates } from "@/components/return-rates/run-rates.tsx";
import { useWhyNotSend } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Input, Label } from "@/ui/input.tsx";
import { RunRows } from "./run-rows.tsx";

type AskProcessProps = {
  /** When the batch that was started was requested. */
  onStarted: (requestedAt: number) => void;
  onClose: () => void;
};

/** Asks before payment automation runs, with what it would take, and from how many (specification 2, section 4). */
export function AskProcess({ onStarted, onClose }: AskProcessProps) {
  const checkId = useId();
  const settlement = useSettlement();
  const [isUpdated, setUpdated] = useState(false);
  // One question is one press: asked again after a lost answer, it starts nothing twice.
  const [requestId] = useState(newRequestId);
  // Until there is an answer it is asked for the same once more, whatever is due by then.
  const [unanswered, setUnanswered] = useState<string | null>(null);
  const whyNotSend = useWhyNotSend();
  const preview = trpc.automation.preview.useQuery(undefined, { staleTime: 0 });
  const run = trpc.automation.run.useMutation({
    onSuccess: ({ message, requestedAt }) => {
      toast.success(message);
      onStarted(requestedAt);
    },
    onMutate: ({ reviewed }) => setUnanswered(reviewed),
    onError: (error) => {
      if (waitingApproval(error)) onClose();
      if (isCertainlyNotRecorded(error, unanswered !== null)) setUnanswered(null);
    },
    meta: PENDING_UNTIL_READ,
  });
  const { data } = preview;
  const totalId = useId();
  const [typed, setTyped] = useState("");
  const wantsTotal = data !== undefined && data.totalCents > data.typedTotalFromCents;
  const typedTotalCents = wantsTotal && centsTyped(typed) === data.totalCents ? data.totalCents : null;
  return (
    <AlertDialog
      title="Process payments?"
      confirmLabel={TEXT.processLabel}
      confirmDisabledReason={whyNotSend ?? whyNotConfirm(data, isUpdated, typedTotalCents)}
      focus="cancel"
      pending={run.isPending}
      onConfirm={() =>
        data && run.mutate({ requestId, reviewed: unanswered ?? data.reviewed, typedTotalCents })
      }
      onCancel={onClose}
    >
      <div className="grid gap-3">
        <p className="font-medium text-foreground">{TEXT.question}</p>
        {data ? (
          <Facts
            facts={[
              ["Customers", data.customers.toLocaleString("en-US")],
              ["Total", formatCents(data.totalCents)],
              ["Skipped", data.leftOut.toLocaleString("en-US")],
              ["Bank transfers", settlement],
              ["Ledger sheet", sheetText(data.sheet)],
            ]}
          />
        ) : (
          <output>{preview.error ? "" : "Counting due payments…"}</output>
        )}
        {data && <RunRates {...data.rates} />}
        {data && <RunRows title="Will be charged" group={data.groups.goes} />}
        {data && <RunRows title="Blocked" group={data.groups.blocked} />}
        {data && <RunRows title="Needs a decision" group={data.groups.decision} />}
        {wantsTotal && (
          <div className="grid gap-1.5">
            <Label htmlFor={totalId}>Type the total, {formatCents(data.totalCents)}, to confirm</Label>
            <Input
              id={totalId}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              readOnly={run.isPending}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        )}
        <label htmlFor={checkId} className="flex items-center gap-2 text-foreground">
          <Checkbox
            id={checkId}
            checked={isUpdated}
            disabled={run.isPending}
            onCheckedChange={(checked) => setUpdated(checked)}
          />
          I updated the sheet
        </label>
        {(preview.error ?? run.error) !== null && (
          <Alert tone="danger" live="assertive">
            {failureText(run.error ?? preview.error, TEXT.failed)}
          </Alert>
        )}
      </div>
    </AlertDialog>
  );
}

type Preview = RouterOutputs["automation"]["preview"];

function whyNotConfirm(
  data: Preview | undefined,
  isUpdated: boolean,
  typedCents: number | null,
): string | null {
  if (data === undefined) return "Due payments are still being counted.";
  const { totalCents, typedTotalFromCents: limitCents } = data;
  return (
    data.whyNot ??
    (isUpdated ? null : "Confirm first that you updated the sheet.") ??
    whyNotRunTotal({ totalCents, limitCents, typedCents })
  );
}

/** How far the sheet that staff are to update holds what was written down here. */
function sheetText({ writtenAt, waiting, failed }: Preview["sheet"]): string {
  const written =
    writtenAt === null
      ? "Nothing was written by this console yet"
      : `Last written by this console ${formatNewYork(writtenAt, "dateTime")} ET`;
  const open = [waiting > 0 && `${waiting} pending`, failed > 0 && `${failed} failed`].filter(Boolean);
  return open.length === 0 ? `${written}; every row is in it.` : `${written}; rows: ${open.join(", ")}.`;
}

/** An amount as it was typed, in cents; null where it is none. */
const centsTyped = (text: string): number | null => {
  const amount = amountField.safeParse(text);
  return amount.success ? amount.data : null;
};
