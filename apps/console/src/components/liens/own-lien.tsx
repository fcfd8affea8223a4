import type { RouterOutputs } from "@countinghouse/api";
import { continuableFrom, whyNotContinueLien } from "@countinghouse/validators/businesses/rules";
import { ContinueLien } from "@countinghouse/validators/businesses/schemas";
import { LIEN_TEXTS } from "@countinghouse/validators/businesses/texts";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { LIEN_STATES, reasonIn } from "@/components/business-states.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { DateField } from "@/form/date-field.tsx";
import { keepFocus, useSubmission, useZodForm } from "@/form/form-shell.ts";
import { SubmitError } from "@/form/submit-error.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { TextCell } from "@/table/cells.tsx";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";

type Lien = NonNullable<RouterOutputs["businesses"]["ownLien"]>;

type OwnLienProps = {
  userId: number;
  /** Why nothing may be done about it here, or null. */
  disabledReason: string | null;
};

/** The newest lien that was filed from here, to be continued or terminated. */
export function OwnLien({ userId, disabledReason }: OwnLienProps) {
  const query = trpc.businesses.ownLien.useQuery({ userId }, { staleTime: 0 });
  const whyNot = useWhyNot("businesses.fileLien") ?? disabledReason;
  if (query.isError && !query.data)
    return (
      <ErrorState
        message={failureText(query.error, LIEN_TEXTS.unmatchedLoadFailed)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (query.isPending) return <Skeleton className="h-11" />;
  if (!query.data) return <p className="text-sm">{LIEN_TEXTS.ownNone}</p>;
  const lien = query.data;
  return (
    <div className="grid gap-4">
      <LienFacts lien={lien} />
      <Terminate lien={lien} disabledReason={whyNot} />
      <Continue key={lien.lapsesOn} lien={lien} disabledReason={whyNot} />
    </div>
  );
}

function LienFacts({ lien }: { lien: Lien }) {
  const { word, tone } = LIEN_STATES[lien.status];
  return (
    <Facts
      facts={[
        [
          "Status",
          <StatusBadge key="status" tone={tone}>
            {word}
          </StatusBadge>,
        ],
        ["State", lien.state],
        ["File number", <TextCell key="number" value={lien.fileNumber} />],
        ["Filed", <TextCell key="filed" value={lien.filedOn ?? ""} />],
        ["Continued", <TextCell key="continued" value={lien.continuedOn ?? ""} />],
        ["Lapses", <TextCell key="lapses" value={lien.lapsesOn ?? ""} />],
      ]}
    />
  );
}

type PartProps = { lien: Lien; disabledReason: string | null };

function Terminate({ lien, disabledReason }: PartProps) {
  const { id: lienId, fileNumber, terminationAskedAt, terminationError, whyNotTerminate } = lien;
  const [isAsked, setAsked] = useState(false);
  const [requestId] = useState(newRequestId);
  const terminate = trpc.businesses.terminateOwnLien.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => setAsked(false),
  });
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <Button disabledReason={disabledReason ?? whyNotTerminate} onClick={() => setAsked(true)}>
        Terminate the lien
      </Button>
      {terminationAskedAt && (
        <p>{LIEN_TEXTS.terminationAsked(`${formatNewYork(terminationAskedAt, "dateTime")} ET`)}</p>
      )}
      {terminationError !== null && (
        <Alert tone="warning">{LIEN_TEXTS.terminationFailed(reasonIn(terminationError))}</Alert>
      )}
      {terminate.error && (
        <Alert tone="danger" live="assertive">
          {failureText(terminate.error)}
        </Alert>
      )}
      {isAsked && (
        <AlertDialog
          title={`Have the verifier terminate the lien ${fileNumber}?`}
          confirmLabel="Terminate"
          destructive
          focus="cancel"
          pending={terminate.isPending}
          onConfirm={() => terminate.mutate({ lienId, requestId })}
          onCancel={() => setAsked(false)}
        >
          {LIEN_TEXTS.ownTerminateFacts}
        </AlertDialog>
      )}
    </div>
  );
}

const FiledOn = ContinueLien.pick({ filedOn: true });

function Continue({ lien, disabledReason }: PartProps) {
  const { id: lienId, lapsesOn } = lien;
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(FiledOn, { filedOn: "" });
  const record = trpc.businesses.continueLien.useMutation({
    onSuccess: ({ message }) => toast.success(message),
  });
  const whyNot = disabledReason ?? whyNotContinueLien(lien, { filedOn: today, today });
  const submit = useSubmission({
    form,
    onSubmit: ({ filedOn }) =>
      record.mutate({ lienId, filedOn, requestId: requestIdFor({ lienId, filedOn }) }),
    submitting: record.isPending,
    submitError: record.error,
    disabledReason: whyNot,
  });
  return (
    <form noValidate onSubmit={submit} className="grid justify-items-start gap-2 text-sm">
      <p>{LIEN_TEXTS.continuationFacts}</p>
      <DateField
        control={form.control}
        name="filedOn"
        label="Continuation filed on"
        {...(lapsesOn !== null && { min: continuableFrom(lapsesOn) })}
        max={today}
      />
      <SubmitError error={record.error} failureMessage={undefined} />
      <Button type="submit" pending={record.isPending} disabledReason={whyNot} onMouseDown={keepFocus}>
        Record the continuation
      </Button>
    </form>
  );
}
