import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { REVERT_TEXTS as TEXT } from "@countinghouse/validators/reverts/rules";
import { revertForm } from "@countinghouse/validators/reverts/schemas";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { waitingApproval } from "@/api/waits.ts";
import { useZodForm } from "@/form/form-shell.ts";
import { SheetForm } from "@/form/sheet-form.tsx";
import { PasscodeField, TextField } from "@/form/text-field.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import { MoneyCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { ErrorState } from "@/ui/states.tsx";

type Preview = RouterOutputs["reverts"]["preview"];
type ByRail = Preview["rails"][number];

const RAIL_WORDS: Record<PaymentRail, string> = { CARD: "by card", ACH: "by bank transfer" };
const READ_AGAIN_MS = 2_000;

type GiveBackSheetProps = { batchId: string; onClose: () => void };

/** What of a batch can be given back and why the rest can not; what is asked for waits for a second person. */
export default function GiveBackSheet({ batchId, onClose }: GiveBackSheetProps) {
  const preview = trpc.reverts.preview.useQuery(
    { batchId },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.latest?.state === "RUNNING" ? READ_AGAIN_MS : false),
    },
  );
  const [chosen, choose] = useState<PaymentRail | null>(null);
  const { data } = preview;
  if (data === undefined) {
    const failure = preview.error ? errorDetails(preview.error) : null;
    return (
      <Sheet defaultOpen onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
        <SheetContent width="wide">
          <SheetHeader title={TEXT.title} description={TEXT.description} />
          <SheetBody>
            {failure ? (
              <ErrorState
                message={failure.message}
                details={detailsText(failure)}
                onRetry={() => void preview.refetch()}
                retrying={preview.isFetching}
              />
            ) : (
              <Skeleton className="h-40 w-full" />
            )}
          </SheetBody>
        </SheetContent>
      </Sheet>
    );
  }
  const givable = data.rails.filter(({ count }) => count > 0);
  const shown = givable.find(({ rail }) => rail === chosen) ?? givable[0] ?? null;
  return (
    <GiveBackForm
      key={`${shown?.rail} ${shown?.reviewed}`}
      batchId={batchId}
      byRail={shown}
      whyNot={data.whyNot}
      onClose={onClose}
    >
      {givable.length > 1 && (
        <span className="flex flex-wrap gap-2">
          {givable.map(({ rail }) => (
            <Button key={rail} size="small" aria-pressed={rail === shown?.rail} onClick={() => choose(rail)}>
              Collected {RAIL_WORDS[rail]}
            </Button>
          ))}
        </span>
      )}
      <Standing preview={data} />
      <Payments preview={data} />
    </GiveBackForm>
  );
}

type GiveBackFormProps = {
  batchId: string;
  byRail: ByRail | null;
  whyNot: string | null;
  onClose: () => void;
  children: ReactNode;
};

function GiveBackForm({ batchId, byRail, whyNot, onClose, children }: GiveBackFormProps) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const mayNot = useWhyNot("bulkJobs.giveBack");
  const count = byRail?.count ?? 0;
  const form = useZodForm(revertForm(count), { count: "", passcode: "" });
  const start = trpc.reverts.start.useMutation({
    onSuccess: () => {
      toast.success("The refund was started.");
      onClose();
    },
    onError: (error) => {
      form.resetField("passcode");
      if (waitingApproval(error)) onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const words = count === 1 ? "payment" : "payments";
  return (
    <SheetForm
      form={form}
      width="wide"
      title={TEXT.title}
      description={TEXT.description}
      onSubmit={({ passcode, ...typed }) => {
        if (byRail === null) return;
        const order = { ...typed, batchId, rail: byRail.rail, reviewed: byRail.reviewed };
        start.mutate({ ...order, passcode, requestId: requestIdFor(order) });
      }}
      submitting={start.isPending}
      submitError={start.error}
      submitLabel={`Refund ${count.toLocaleString("en-US")} ${words}`}
      disabledReason={mayNot ?? whyNot ?? byRail?.whyNot ?? (byRail === null ? TEXT.nothing : null)}
      summary={byRail && `${formatCents(byRail.totalCents)} ${RAIL_WORDS[byRail.rail]}`}
      onClose={onClose}
      destructive
    >
      {children}
      {byRail && whyNot === null && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            control={form.control}
            name="count"
            label={TEXT.countWrong}
            inputMode="numeric"
            disabledReason={start.isPending ? "Sending…" : null}
          />
          <PasscodeField
            control={form.control}
            name="passcode"
            label="Passcode"
            disabledReason={start.isPending ? "Sending…" : null}
          />
        </div>
      )}
    </SheetForm>
  );
}

function Standing({ preview: { whyNot, rails, reasons, neverSent, latest } }: { preview: Preview }) {
  const parts = [
    ...rails
      .filter(({ count }) => count > 0)
      .map(
        ({ rail, count, totalCents }) =>
          `${count.toLocaleString("en-US")} can be refunded ${RAIL_WORDS[rail]} (${formatCents(totalCents)})`,
      ),
    ...reasons.map(({ reason, count }) => `${count.toLocaleString("en-US")}: ${reason.toLowerCase()}`),
    ...(neverSent > 0 ? [`${neverSent.toLocaleString("en-US")} had no payment`] : []),
  ];
  return (
    <output className="grid gap-1 text-sm">
      {whyNot !== null && <strong>{whyNot}</strong>}
      <ul className="list-disc pl-5">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {latest && (
        <span className="text-muted-foreground">
          {latest.state === "RUNNING" ? "Refund in progress: " : "Last refund: "}
          {latest.done.toLocaleString("en-US")} of {latest.total.toLocaleString("en-US")}
          {latest.failed + latest.unknown > 0 &&
            `, ${(latest.failed + latest.unknown).toLocaleString("en-US")} not`}
        </span>
      )}
    </output>
  );
}

const Payments = ({ preview: { rows, count } }: { preview: Preview }) => (
  <table aria-label="Payments of the batch" className="w-full text-sm">
    <thead>
      <tr className="border-b border-border text-left text-xs text-muted-foreground">
        <th className="py-1 pr-3 font-medium">User ID</th>
        <th className="py-1 pr-3 font-medium">Payment</th>
        <th className="py-1 pr-3 text-right font-medium">Collected</th>
        <th className="py-1 pr-3 text-right font-medium">To refund</th>
        <th className="py-1 font-medium">Reason</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ userId, paymentId, kind, last4, takenCents, leftCents, whyNot }) => (
        <tr key={paymentId} className="border-b border-border/60 last:border-b-0">
          <td className="num py-1.5 pr-3">{userId}</td>
          <td className="py-1.5 pr-3">
            <Link
              href={paths.paymentProcessor({ payment: paymentId })}
              className="rounded-sm text-link underline-offset-4 hover:underline"
            >
              {kind} •••• {last4}
            </Link>
          </td>
          <td className="py-1.5 pr-3 text-right">
            <MoneyCell cents={takenCents} />
          </td>
          <td className="py-1.5 pr-3 text-right">
            {whyNot === null ? <MoneyCell cents={leftCents} /> : "–"}
          </td>
          <td className="py-1.5 text-muted-foreground">{whyNot}</td>
        </tr>
      ))}
      {rows.length < count && (
        <tr>
          <td colSpan={5} className="py-1.5 text-muted-foreground">
            And {(count - rows.length).toLocaleString("en-US")} more
          </td>
        </tr>
      )}
    </tbody>
  </table>
);
