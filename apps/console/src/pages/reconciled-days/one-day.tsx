import { formatNewYork } from "@countinghouse/validators/new-york";
import { whyNotMatch, whyNotSign } from "@countinghouse/validators/reconciled-days/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { saveFile } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { BreakRow } from "./break-row.tsx";
import { DayTotals } from "./day-totals.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { type Break, type Day, dayFacts } from "./reconciled-day.ts";

/** One day: what each system moved, each difference with its cause and what can be done, and the signature. */
export function OneDay({ day }: { day: string }) {
  const query = trpc.reconciledDays.day.useQuery({ day });
  if (query.error)
    return <ErrorState message={errorDetails(query.error).message} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-40" />;
  return <DayInSight day={query.data} />;
}

function DayInSight({ day: reconciled }: { day: Day }) {
  const { day, run, breaks, signed } = reconciled;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<"match" | Break | null>(null);
  const whyNot = useWhyNot("reconciliation.resolve") ?? (signed ? whyNotSign(dayFacts(reconciled)) : null);
  if (run === null) return <EmptyState title={`${day} was not compared yet`}>Press Compare.</EmptyState>;
  const own = breaks.filter(({ id }) => chosen.includes(id));
  const choose = (ids: readonly string[]) => setChosen(ids);
  return (
    <section aria-label={`Reconciliation of ${day}`} className="grid gap-4 [&>*]:min-w-0">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold tabular-nums">{day}</h2>
        <p className="text-sm text-muted-foreground">
          Compared {formatNewYork(run.at, "dateTime")} ET {run.by ? `by ${run.by}` : "at night"},{" "}
          {run.payments.toLocaleString("en-US")} payments
        </p>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button disabledReason={whyNot ?? whyNotMatch(own)} onClick={() => setAsked("match")}>
            Match chosen ({own.length})
          </Button>
          <Sign day={reconciled} />
        </span>
      </header>
      {run.unanswered !== "" && <Alert tone="warning">{run.unanswered}</Alert>}
      <DayTotals totals={run.totals} />
      {breaks.length === 0 ? (
        <EmptyState title="All three systems agree on every payment">No open breaks.</EmptyState>
      ) : (
        <ul aria-label="Differences" className="grid gap-3">
          {breaks.map((each) => (
            <BreakRow
              key={each.id}
              each={each}
              partner={breaks.find(({ ref }) => ref === each.partnerRef) ?? null}
              isChosen={chosen.includes(each.id)}
              whyNot={whyNot}
              onChoose={(isChosen) =>
                choose(isChosen ? [...chosen, each.id] : chosen.filter((id) => id !== each.id))
              }
              onMatchPartner={(partner) => {
                choose([each.id, partner.id]);
                setAsked("match");
              }}
              onIgnore={() => setAsked(each)}
            />
          ))}
        </ul>
      )}
      {asked !== null && (
        <ReasonForm
          breaks={asked === "match" ? own : [asked]}
          isMatch={asked === "match"}
          onClose={(isDone) => {
            setAsked(null);
            if (isDone) setChosen([]);
          }}
        />
      )}
    </section>
  );
}

/** Signs the day off, or hands out the document once that is done. */
function Sign({ day: reconciled }: { day: Day }) {
  const { day, signed } = reconciled;
  const utils = trpc.useUtils();
  const [isFetching, setFetching] = useState(false);
  const mayNot = useWhyNot("reconciliation.sign");
  const sign = trpc.reconciledDays.sign.useMutation({
    onSuccess: () => toast.success("The day is signed off."),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const save = async () => {
    setFetching(true);
    try {
      const { fileName, base64 } = await utils.client.reconciledDays.certificate.query({ day });
      saveFile(fileName, "application/pdf", base64);
    } catch (error) {
      toast.error(errorDetails(error).message);
    } finally {
      setFetching(false);
    }
  };
  if (signed)
    return (
      <Button pending={isFetching} onClick={() => void save()}>
        Certificate (PDF)
      </Button>
    );
  return (
    <Button
      variant="primary"
      pending={sign.isPending}
      disabledReason={mayNot ?? whyNotSign(dayFacts(reconciled))}
      onClick={() => sign.mutate({ day, requestId: newRequestId() })}
    >
      Sign off
    </Button>
  );
}
