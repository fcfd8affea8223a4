import { LEDGER_WRITES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { RefreshCwIcon } from "lucide-react";
import { useState } from "react";
import { QueryFailure } from "@/components/query-failure.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { Section } from "@/layout/section.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { FailureGroup } from "./failure-group.tsx";
import { type Failure, useDelete, useFailures } from "./use-failures.ts";
import { useRetry } from "./use-retry.ts";

const NOBODY: readonly Failure[] = [];

/** What could not be written to the ledger sheet, by sheet: to be written again, or taken out of sight. */
export default function LedgerWriteFailuresPage() {
  const query = useFailures();
  const { data, groups, error, isFetching, dataUpdatedAt, refetch } = query;
  const [asked, setAsked] = useState(NOBODY);
  const { busy, retry } = useRetry();
  const { remove, isDeleting } = useDelete(() => setAsked(NOBODY));
  const read = () => void refetch();

  return (
    <>
      <PageHeader
        title={TEXT.title}
        aside={
          data && (
            <output className="text-sm text-muted-foreground">
              {data.count.toLocaleString("en-US")} {data.count === 1 ? "failure" : "failures"} · Loaded{" "}
              {formatNewYork(new Date(dataUpdatedAt), "dateTime")} ET
            </output>
          )
        }
        actions={
          <Button variant="ghost" pending={isFetching} onClick={read}>
            {!isFetching && <RefreshCwIcon aria-hidden />}
            Refresh
          </Button>
        }
      />
      <StaleRows query={query} message={TEXT.loadFailed} />
      {data && data.count > data.failures.length && (
        <Alert live="polite" className="mb-3">
          The {data.failures.length.toLocaleString("en-US")} latest of {data.count.toLocaleString("en-US")}{" "}
          failures are shown. The others follow once these are retried or deleted.
        </Alert>
      )}
      {groups === undefined &&
        (error ? (
          <Card>
            <QueryFailure query={query} message={TEXT.loadFailed} />
          </Card>
        ) : (
          <Section id="loading" title="Loading" state={{ kind: "loading", lines: 8 }} />
        ))}
      {groups?.length === 0 && (
        <Card>
          <EmptyState title={TEXT.empty}>
            Rows that the ledger sheet refused, or that could not be delivered within 36 hours, appear here.
          </EmptyState>
        </Card>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
        {groups?.map((group) => (
          <FailureGroup
            key={group.heading}
            group={group}
            isFirst={groups.find(({ sheet }) => sheet === group.sheet) === group}
            busy={busy}
            onRetry={retry}
            onDelete={(ids) => setAsked(group.failures.filter(({ id }) => ids.includes(id)))}
          />
        ))}
      </div>
      {asked.length > 0 && (
        <AskDelete
          failures={asked}
          pending={isDeleting}
          onConfirm={() => remove(asked.map(({ id }) => id))}
          onCancel={() => setAsked(NOBODY)}
        />
      )}
    </>
  );
}

type AskDeleteProps = {
  failures: readonly Failure[];
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The last question before failures are deleted: what is deleted never gets into the ledger sheet. */
function AskDelete({ failures, pending, onConfirm, onCancel }: AskDeleteProps) {
  const rows = failures.reduce((sum, { values }) => sum + Math.max(1, values.length), 0);
  const which = rows === 1 ? "1 row" : `${rows.toLocaleString("en-US")} rows`;
  return (
    <AlertDialog
      title={`Delete ${which}?`}
      confirmLabel={`Delete ${which}`}
      destructive
      focus="cancel"
      pending={pending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {rows === 1 ? "It" : "They"} will never be written to the ledger sheet. The audit keeps the content.
    </AlertDialog>
  );
}
