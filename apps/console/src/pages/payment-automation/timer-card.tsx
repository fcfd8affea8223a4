import type { RouterOutputs } from "@countinghouse/api";
import {
  TIMED_RUN_WORDS,
  type TimedRunDecision,
  type TimedRunState,
  whyNotByItself,
  whyNotDecide,
} from "@countinghouse/validators/automation/timer";
import { formatCents } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";
import type { BadgeTone } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { RunRows } from "./run-rows.tsx";
import { TimerForm } from "./timer-form.tsx";

export type TimerFacts = RouterOutputs["automation"]["timer"];

const TONES: Record<TimedRunState, BadgeTone> = {
  PLANNED: "info",
  HELD: "warning",
  CANCELLED: "neutral",
  RUN: "success",
  REFUSED: "danger",
  MISSED: "danger",
};

/** When payment automation runs by itself, what the next run would take, and what became of the last ones. */
export function TimerCard() {
  const { data, error, isFetching, refetch } = trpc.automation.timer.useQuery();
  const [isSetting, setSetting] = useState(false);
  const whyNotSet = useWhyNot("automation.setTimer");
  if (error && data === undefined)
    return (
      <Alert
        tone="warning"
        className="mb-4"
        action={
          <Button size="small" pending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        The schedule could not be loaded: {errorDetails(error).message}
      </Alert>
    );
  return (
    <Card aria-busy={data === undefined || undefined} className="mb-4 grid gap-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-semibold">Schedule</h2>
        <span className="text-muted-foreground">
          {data === undefined
            ? "Loading the schedule…"
            : data.isOn
              ? `On banking days at ${data.runAt} ET, in the name of ${data.setBy}`
              : "Off. Payment automation does not run on a schedule."}
        </span>
        <span className="ml-auto">
          <Button
            size="small"
            disabledReason={whyNotSet ?? (data === undefined ? "The schedule is still loading." : null)}
            onClick={() => setSetting(true)}
          >
            Edit schedule…
          </Button>
        </span>
      </div>
      {data?.next && <NextRun next={data.next} />}
      {data && <PastRuns runs={data.runs} />}
      {data && isSetting && <TimerForm timer={data} onClose={() => setSetting(false)} />}
    </Card>
  );
}

function NextRun({ next }: { next: NonNullable<TimerFacts["next"]> }) {
  const [isPlanShown, setPlanShown] = useState(false);
  const whyNotRun = useWhyNot("automation.run");
  const decide = trpc.automation.decideTimedRun.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
    meta: PENDING_UNTIL_READ,
  });
  const press = (decision: TimedRunDecision) =>
    decide.mutate({ requestId: newRequestId(), day: next.day, decision });
  const first = next.state === "HELD" ? "release" : "hold";
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="num">Next: {formatNewYork(next.plannedFor, "dateTime")} ET</span>
        <StatusBadge tone={TONES[next.state]}>{TIMED_RUN_WORDS[next.state]}</StatusBadge>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button size="small" aria-expanded={isPlanShown} onClick={() => setPlanShown(!isPlanShown)}>
            {isPlanShown ? "Hide plan" : "Show plan"}
          </Button>
          <Button
            size="small"
            pending={decide.isPending}
            disabledReason={whyNotRun ?? whyNotDecide(next.state, first)}
            onClick={() => press(first)}
          >
            {first === "hold" ? "Hold" : "Release"}
          </Button>
          <Button
            size="small"
            pending={decide.isPending}
            disabledReason={whyNotRun ?? whyNotDecide(next.state, "cancel")}
            onClick={() => press("cancel")}
          >
            Cancel this run
          </Button>
        </span>
      </div>
      {isPlanShown && <Plan />}
    </div>
  );
}

/** What it would take if its time were now. */
function Plan() {
  const { data, error } = trpc.automation.preview.useQuery(undefined, { staleTime: 0 });
  if (error) return <Alert tone="warning">{errorDetails(error).message}</Alert>;
  if (data === undefined) return <output>Counting due payments…</output>;
  const whyNot = data.whyNot ?? whyNotByItself(data.totalCents, data.typedTotalFromCents);
  return (
    <div className="grid gap-2">
      <p>
        As of now: {formatCents(data.totalCents)} from {data.customers.toLocaleString("en-US")}{" "}
        {data.customers === 1 ? "customer" : "customers"}.
      </p>
      {whyNot !== null && <Alert tone="warning">This run would not start. {whyNot}</Alert>}
      <RunRows title="Will be charged" group={data.groups.goes} />
      <RunRows title="Blocked" group={data.groups.blocked} />
      <RunRows title="Needs a decision" group={data.groups.decision} />
    </div>
  );
}

function PastRuns({ runs }: Pick<TimerFacts, "runs">) {
  if (runs.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-muted-foreground">Last runs: {runs.length}</summary>
      <ul aria-label="Last scheduled runs" className="mt-1 grid gap-1">
        {runs.map(({ day, state, message, requestedAt, decidedBy }) => (
          <li key={day} className="flex flex-wrap items-center gap-x-3">
            <span className="num">{day}</span>
            <StatusBadge tone={TONES[state]}>{TIMED_RUN_WORDS[state]}</StatusBadge>
            <span className="text-muted-foreground">
              {message || (state === "CANCELLED" && decidedBy ? `By ${decidedBy}` : "")}
            </span>
            {requestedAt && (
              <Link
                href={paths.paymentAutomation({ requestedAt: requestedAt.getTime() })}
                className="text-link underline underline-offset-4"
              >
                Batch
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
