import type { RouterOutputs } from "@countinghouse/api";
import { whyNotAdoptLien, whyNotTerminateLien } from "@countinghouse/validators/businesses/rules";
import { LIEN_TEXTS } from "@countinghouse/validators/businesses/texts";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { LIEN_STATES, reasonIn } from "@/components/business-states.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/ui/dialog.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { BusinessRow } from "./use-businesses.ts";

type UnmatchedLien = RouterOutputs["businesses"]["unmatchedLiens"][number];

type UnmatchedDialogProps = {
  row: BusinessRow;
  /** Why this admin may do nothing about liens, or null. */
  disabledReason: string | null;
  onClose: () => void;
};

/** The liens that the verifier lists of a business and that are not known here, each to be adopted or terminated. */
export function UnmatchedDialog({ row: shown, disabledReason, onClose }: UnmatchedDialogProps) {
  const [{ userId, name }] = useState(shown);
  const [isOpen, setOpen] = useState(true);
  const query = trpc.businesses.unmatchedLiens.useQuery({ userId }, { staleTime: 0 });
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={(open) => !open && onClose()}>
      <DialogContent width="wide">
        <DialogHeader>
          <DialogTitle>{LIEN_TEXTS.unmatchedTitle}</DialogTitle>
          <DialogDescription>{LIEN_TEXTS.unmatchedFacts(name)}</DialogDescription>
        </DialogHeader>
        <DialogBody>
          {query.isError && !query.data && (
            <ErrorState
              message={failureText(query.error, LIEN_TEXTS.unmatchedLoadFailed)}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          )}
          {query.isPending && <Skeleton className="h-11" />}
          {query.data?.length === 0 && <p className="text-sm">{LIEN_TEXTS.unmatchedNone}</p>}
          {query.data && query.data.length > 0 && (
            <ul aria-label={LIEN_TEXTS.unmatchedTitle}>
              {query.data.map((lien) => (
                <LienEntry key={lien.vendorId} lien={lien} business={name} disabledReason={disabledReason} />
              ))}
            </ul>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Close
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type LienEntryProps = {
  lien: UnmatchedLien;
  /** Whose it is. */
  business: string;
  disabledReason: string | null;
};

function LienEntry({ lien, business, disabledReason }: LienEntryProps) {
  const { vendorId, state, status, fileNumber, filedOn, foundAt } = lien;
  const [isAsked, setAsked] = useState(false);
  const adopt = trpc.businesses.adoptLien.useMutation({
    onSuccess: () => toast.success(LIEN_TEXTS.adopted),
    meta: PENDING_UNTIL_READ,
  });
  const close = () => setAsked(false);
  const terminate = trpc.businesses.terminateLien.useMutation({
    onSuccess: close,
    onError: close,
    meta: PENDING_UNTIL_READ,
  });
  const failure = adopt.error ?? terminate.error;
  const { word, tone } = LIEN_STATES[status];
  const isBusy = adopt.isPending || terminate.isPending;
  return (
    <li className="grid gap-1.5 border-b py-2 text-sm last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{state}</span>
        <StatusBadge tone={tone}>{word}</StatusBadge>
        {fileNumber !== "" && <span className="id-text">{fileNumber}</span>}
        {filedOn && <span>filed {filedOn.toISOString().slice(0, 10)}</span>}
        <span className="text-muted-foreground">found {formatTime(foundAt)}</span>
        <span className="ml-auto flex gap-2">
          <Button
            size="small"
            pending={adopt.isPending}
            disabledReason={disabledReason ?? whyNotAdoptLien(lien) ?? (isBusy ? WAIT : null)}
            onClick={() => adopt.mutate({ vendorId, requestId: newRequestId() })}
          >
            Adopt
            <span className="sr-only"> lien {fileNumber || vendorId}</span>
          </Button>
          <Button
            size="small"
            disabledReason={disabledReason ?? whyNotTerminateLien(lien) ?? (isBusy ? WAIT : null)}
            onClick={() => setAsked(true)}
          >
            Terminate
            <span className="sr-only"> lien {fileNumber || vendorId}</span>
          </Button>
        </span>
      </div>
      <span className="id-text truncate text-muted-foreground" title={vendorId}>
        {vendorId}
      </span>
      {lien.terminationAskedAt && <p>{LIEN_TEXTS.terminationAsked(formatTime(lien.terminationAskedAt))}</p>}
      {lien.terminationError !== null && (
        <Alert tone="warning">{LIEN_TEXTS.terminationFailed(reasonIn(lien.terminationError))}</Alert>
      )}
      {failure && (
        <Alert tone="danger" live="assertive">
          {failureText(failure)}
        </Alert>
      )}
      {isAsked && (
        <AlertDialog
          title={LIEN_TEXTS.terminateTitle(business)}
          confirmLabel="Terminate"
          destructive
          focus="cancel"
          pending={terminate.isPending}
          onConfirm={() => terminate.mutate({ vendorId, requestId: newRequestId() })}
          onCancel={() => setAsked(false)}
        >
          {LIEN_TEXTS.terminateFacts}
        </AlertDialog>
      )}
    </li>
  );
}

const WAIT = "The request is being sent.";
const formatTime = (at: Date): string => `${formatNewYork(at, "dateTime")} ET`;
