import { tabSeparated } from "@countinghouse/validators/ledger-writes/rules";
import { LEDGER_WRITES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { CopyIcon, InfoIcon } from "lucide-react";
import { useId } from "react";
import { copy } from "@/lib/copy.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Spinner } from "@/ui/progress.tsx";
import { Tooltip } from "@/ui/tooltip.tsx";
import type { Failure, Row } from "./use-failures.ts";

export type FailureActions = {
  heading: string;
  /** The failures of the group that are selected; null where they are retried and deleted together only. */
  selected: ReadonlySet<string> | null;
  /** What is being written again. */
  busy: ReadonlySet<string>;
  /** The rows of the page in sight. */
  shown: readonly Row[];
  /** Why nothing may be selected. */
  disabledReason: string | null;
  select: (ids: readonly string[], isOn: boolean) => void;
};

const NAMED_BY = 3;

/** What a row is called where it is not seen. */
const rowName = ({ cells, failure }: Row): string =>
  cells
    .slice(0, NAMED_BY)
    .filter((cell) => cell !== "")
    .join(", ") || `failure ${failure.id}`;

/** In front of the cells: the box that selects the row, what is known of the failure, and Copy. */
export function RowTools({ row, selected, busy, disabledReason, select }: FailureActions & { row: Row }) {
  const { id } = row.failure;
  return (
    <span className="flex items-center gap-1">
      {busy.has(id) ? (
        <span title="This row is being written again" className="grid size-4 place-items-center">
          <Spinner />
        </span>
      ) : (
        selected && (
          <Checkbox
            aria-label={`Select ${rowName(row)}`}
            disabled={disabledReason !== null}
            checked={selected.has(id)}
            onCheckedChange={(isOn) => select([id], isOn)}
          />
        )
      )}
      <Info row={row} />
      <Button
        size="small"
        variant="ghost"
        aria-label={`Copy ${rowName(row)}`}
        onClick={() => void copyRow(row)}
      >
        <CopyIcon aria-hidden className="md:hidden" />
        <span className="max-md:hidden">Copy</span>
      </Button>
    </span>
  );
}

async function copyRow({ cells }: Row): Promise<void> {
  if (await copy(tabSeparated(cells))) toast.success(TEXT.copied);
  else toast.error(TEXT.copyFailed);
}

/** What else is known of a failure, on hover and on focus. */
function Info({ row }: { row: Row }) {
  const id = useId();
  const facts = failureFacts(row.failure);
  return (
    <>
      <Tooltip
        side="left"
        content={
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
            {facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted-foreground">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        }
      >
        <Button size="icon-small" variant="ghost" aria-label={`About ${rowName(row)}`} aria-describedby={id}>
          <InfoIcon aria-hidden />
        </Button>
      </Tooltip>
      <span id={id} className="sr-only">
        {facts.map(([name, value]) => `${name}: ${value}`).join(". ")}
      </span>
    </>
  );
}

const failureFacts = ({ action, range, queuedAt, source, errorMessage }: Failure): [string, string][] => [
  ["Action", action],
  ["Range", range || "-"],
  ["Queued date", `${formatNewYork(queuedAt, "dateTime")} ET`],
  ["Source", source ?? "-"],
  ["Error", errorMessage || "-"],
];

/** Selects all rows of the page, or lets go of them. */
export function SelectPage({ heading, selected, busy, shown, disabledReason, select }: FailureActions) {
  if (selected === null) return <span className="sr-only">About and Copy</span>;
  const ids = shown.map(({ failure }) => failure.id).filter((id) => !busy.has(id));
  const count = ids.filter((id) => selected.has(id)).length;
  const isAll = ids.length > 0 && count === ids.length;
  return (
    <Checkbox
      aria-label={`Select all of ${heading} on this page`}
      disabled={disabledReason !== null || ids.length === 0}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onCheckedChange={() => select(ids, !isAll)}
    />
  );
}
