import type { RouterOutputs } from "@countinghouse/api";
import { approvals } from "@countinghouse/validators/approvals/contract";
import { actionLabel } from "@countinghouse/validators/audit/event-sentence";
import { inWords } from "@countinghouse/validators/audit/rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { notes } from "@countinghouse/validators/notes/contract";
import { payments } from "@countinghouse/validators/payments/contract";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { mutationOf } from "@/api/use-command.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { GiveBackButton } from "@/components/batches/give-back-button.tsx";
import { DayFilter } from "@/components/filters/day-filter.tsx";
import { SelectFilter } from "@/components/filters/labelled-filter.tsx";
import { Customer, Subject } from "@/components/history/subject.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { ShowMore } from "@/table/show-more.tsx";
import { Button } from "@/ui/button.tsx";

type Action = RouterOutputs["audit"]["mine"]["events"][number];
type Undo = Exclude<NonNullable<Action["undo"]>, { by: "reverts.start" }>;

const ALL = "all";
const PAGING = byCursor(({ events }: RouterOutputs["audit"]["mine"]) => events);

/** What whoever is signed in did, the newest first, with the way to each, and what takes it back where something can. */
export function MyActions() {
  const [filters, setFilters] = useState({ what: "", from: "", to: "" });
  const query = usePages(trpc.audit.mine, { ...filters, userId: null }, { ...PAGING, keepsRows: true });
  const areas = query.data?.pages[0]?.areas ?? [];
  const change = (next: Partial<typeof filters>) => setFilters({ ...filters, ...next });
  return (
    <QuerySection id="my-actions" title="My actions" query={query} skeletonLines={4}>
      {({ rows }) => (
        <>
          <search aria-label="My actions" className="mb-2 flex flex-wrap items-end gap-3">
            <SelectFilter
              label="Action"
              className="w-52"
              options={[
                { value: ALL, label: "Everything" },
                ...areas.map((area) => ({ value: area, label: inWords(area) })),
              ]}
              value={filters.what === "" ? ALL : filters.what}
              onChange={(next) => change({ what: next === ALL ? "" : next })}
            />
            <DayFilter label="From" value={filters.from} onChange={(from) => change({ from })} />
            <DayFilter label="To" value={filters.to} onChange={(to) => change({ to })} />
          </search>
          {rows.length === 0 ? (
            <p className="py-2 text-muted-foreground">No actions in this period.</p>
          ) : (
            <ul aria-label="My actions" className="grid">
              {rows.map((action) => (
                <ActionRow key={action.id} action={action} />
              ))}
            </ul>
          )}
          <ShowMore query={query} />
        </>
      )}
    </QuerySection>
  );
}

const ActionRow = ({ action }: { action: Action }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border/60 py-2 last:border-b-0">
    <span className="min-w-0 flex-1">
      <span className="font-medium">{actionLabel(action.action)}</span>
      <span className="block text-sm text-muted-foreground">
        {formatNewYork(action.at, "dateTime")} ET · <Subject event={action} />
        {action.user && action.subjectType !== "user" && (
          <>
            {" · "}
            <Customer user={action.user} />
          </>
        )}
      </span>
    </span>
    {action.undo?.by === "reverts.start" ? (
      <GiveBackButton batchId={action.undo.input.batchId} />
    ) : (
      action.undo && <UndoButton undo={action.undo} what={actionLabel(action.action)} />
    )}
  </li>
);

function UndoButton({ undo, what }: { undo: Undo; what: string }) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const utils = trpc.useUtils();
  const told = {
    onSuccess: () => {
      toast.success("This action was undone.");
      void utils.audit.mine.invalidate();
    },
    onError: (error: unknown) => toast.error(errorDetails(error).message),
    meta: PENDING_UNTIL_READ,
  };
  const toldOf = (command: Parameters<typeof mutationOf>[0]) => ({
    ...told,
    meta: { ...mutationOf(command).meta, pendingUntilRead: true },
  });
  const cancelPayment = trpc.payments.cancelHeld.useMutation(toldOf(payments.cancelHeld));
  const cancelRun = trpc.bulkJobs.cancelHeld.useMutation(told);
  const withdraw = trpc.approvals.withdraw.useMutation(toldOf(approvals.withdraw));
  const restore = trpc.notes.restore.useMutation(toldOf(notes.restore));
  const setFlag = trpc.users.setFlag.useMutation(toldOf({ path: "users.setFlag", affects: ["users.get"] }));
  const setCard = trpc.cards.setStatus.useMutation(told);
  const reopen = trpc.reconciledDays.undo.useMutation(told);
  const requestId = requestIdFor(undo);
  const press = () => {
    switch (undo.by) {
      case "payments.cancelHeld":
        return cancelPayment.mutate({ ...undo.input, requestId });
      case "bulkJobs.cancelHeld":
        return cancelRun.mutate({ ...undo.input, requestId });
      case "approvals.withdraw":
        return withdraw.mutate({ ...undo.input, requestId });
      case "notes.restore":
        return restore.mutate({ ...undo.input, requestId });
      case "users.setFlag":
        return setFlag.mutate({ ...undo.input, requestId });
      case "cards.setStatus":
        return setCard.mutate({ ...undo.input, requestId });
      case "reconciledDays.undo":
        return reopen.mutate({ ...undo.input, requestId });
    }
  };
  const calls = [cancelPayment, cancelRun, withdraw, restore, setFlag, setCard, reopen];
  return (
    <Button
      size="small"
      pending={calls.some(({ isPending }) => isPending)}
      aria-label={`Undo: ${what}`}
      onClick={press}
    >
      Undo
    </Button>
  );
}
