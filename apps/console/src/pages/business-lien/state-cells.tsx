import {
  hasLienPdf,
  LIEN_UNCONFIRMED,
  mayRetryLien,
  mayRetryRegistration,
  whyNotFileAgain,
} from "@countinghouse/validators/businesses/rules";
import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { FileDownIcon, RotateCwIcon, TriangleAlertIcon } from "lucide-react";
import { BUSINESS_STATES, LIEN_STATES, reasonIn } from "@/components/business-states.ts";
import { FileName } from "@/components/files/file-buttons.tsx";
import { EmptyCell } from "@/table/cells.tsx";
import type { BadgeTone } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { Tooltip } from "@/ui/tooltip.tsx";
import type { BusinessActions } from "./business-actions.ts";
import type { BusinessRow } from "./use-businesses.ts";

type CellProps = { row: BusinessRow; actions: BusinessActions };

/** Where the business stands, what went wrong, and how to send it again where that may be done. */
export function StatusCell({ row, actions }: CellProps) {
  const { waiting, disabledReasons, retryRegistration } = actions;
  const { userId, midDeskResponseStatus, error } = row;
  const { word, tone } = BUSINESS_STATES[midDeskResponseStatus];
  if (!mayRetryRegistration(row)) return <StatusBadge tone={tone}>{word}</StatusBadge>;
  const retry = {
    label: `Retry the registration of user ${userId}`,
    isWaiting: waiting.get(userId) === "registering",
    whyNot: disabledReasons.register,
    onRetry: () => retryRegistration(userId),
  };
  return <Failed word={word} error={error} retry={retry} />;
}

/** Where the lien stands, what may be done about it, and which liens the verifier lists besides. */
export const LienCell = (cell: CellProps) => (
  <span className="flex items-center gap-1.5">
    <OwnLien {...cell} />
    <UnmatchedLiens {...cell} />
  </span>
);

function UnmatchedLiens({ row, actions: { showUnmatched } }: CellProps) {
  const { userId, openUnmatchedLiens: count } = row;
  if (count === 0) return null;
  return (
    <Button variant="ghost" size="small" className="text-warning-fg" onClick={() => showUnmatched(row)}>
      <TriangleAlertIcon aria-hidden />
      {count.toLocaleString("en-US")} not known here
      <span className="sr-only"> of user {userId}</span>
    </Button>
  );
}

/** Where the lien stands, and how to file it again where that may be done. */
function OwnLien({ row, actions }: CellProps) {
  const { waiting, disabledReasons, askToFile, askToFileAgain } = actions;
  const { userId, lienStatus, lienError } = row;
  const isWaiting = waiting.get(userId) === "filing";
  if (lienStatus === null)
    return isWaiting ? <StatusBadge tone="pending">Filing</StatusBadge> : <EmptyCell />;
  const { word, tone } = LIEN_STATES[lienStatus];
  if (lienStatus === LIEN_UNCONFIRMED) {
    const again = {
      label: `File the lien of user ${userId} again`,
      isWaiting,
      whyNot: disabledReasons.file ?? whyNotFileAgain(row),
      onRetry: () => askToFileAgain(row),
    };
    return <Failed word={word} tone={tone} error={lienError} retry={again} />;
  }
  if (lienStatus === "filed")
    return (
      <>
        <StatusBadge tone={tone}>{word}</StatusBadge>
        <Button variant="ghost" size="small" onClick={() => actions.showOwn(row)}>
          Manage<span className="sr-only"> the lien of user {userId}</span>
        </Button>
      </>
    );
  if (!mayRetryLien(row)) return <StatusBadge tone={tone}>{word}</StatusBadge>;
  const retry = {
    label: `Retry the lien of user ${userId}`,
    isWaiting,
    whyNot: disabledReasons.file,
    onRetry: () => askToFile([row]),
  };
  return <Failed word={word} error={lienError} retry={retry} />;
}

type FailedProps = {
  word: string;
  tone?: BadgeTone;
  /** In the verifier's words. */
  error: string | null;
  retry: RetryProps;
};

const Failed = ({ word, tone = "danger", error, retry }: FailedProps) => (
  <span className="flex min-w-0 items-center gap-1.5">
    <StatusBadge tone={tone}>{word}</StatusBadge>
    {error !== null && retry.whyNot === null ? (
      <Tooltip content={error}>{retryButton(retry)}</Tooltip>
    ) : (
      retryButton(retry)
    )}
    {error !== null && (
      <span title={error} className="truncate text-muted-foreground">
        {reasonIn(error)}
      </span>
    )}
  </span>
);

type RetryProps = {
  label: string;
  isWaiting: boolean;
  whyNot: string | null;
  onRetry: () => void;
};

const retryButton = ({ label, isWaiting, whyNot, onRetry }: RetryProps) => (
  <Button
    variant="ghost"
    size="icon-small"
    aria-label={label}
    pending={isWaiting}
    disabledReason={whyNot}
    onClick={onRetry}
  >
    {!isWaiting && <RotateCwIcon aria-hidden />}
  </Button>
);

/** The document of the lien, to be had at once. */
export function LienPdfCell({ row, actions }: CellProps) {
  const { disabledReasons, downloadLiens, downloading } = actions;
  if (!hasLienPdf(row)) return row.lienPdf;
  const isComing = downloading.includes(row.userId);
  return (
    <Button
      variant="ghost"
      size="small"
      className="-ml-2 max-w-full justify-start text-link"
      pending={isComing}
      disabledReason={disabledReasons.download}
      onClick={() => downloadLiens([row.userId])}
    >
      {!isComing && <FileDownIcon aria-hidden />}
      <FileName name={row.lienPdf} />
      <span className="sr-only">
        {TEXT.downloadLabel} of user {row.userId}
      </span>
    </Button>
  );
}
