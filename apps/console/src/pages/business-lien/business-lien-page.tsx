import { LIEN_TEXTS } from "@countinghouse/validators/businesses/texts";
import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { RefreshCwIcon } from "lucide-react";
import { useMemo, useState } from "react";
import { useActions } from "@/layout/actions.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { heightBelow } from "@/table/columns.ts";
import { DataTable, failingAs } from "@/table/data-table.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { businessColumns } from "./business-columns.tsx";
import { BusinessFilters } from "./business-filters.tsx";
import { BusinessPager } from "./business-pager.tsx";
import { FileLienAgain } from "./file-lien-again.tsx";
import { FileLiens } from "./file-liens.tsx";
import { OwnLienDialog } from "./own-lien-dialog.tsx";
import { RegisterDialog } from "./register-dialog.tsx";
import { RegisteringErrors } from "./registering-errors.tsx";
import { SelectionActions } from "./selection-actions.tsx";
import { UnmatchedDialog } from "./unmatched-dialog.tsx";
import { type BusinessView, useBusinessView } from "./use-business-view.ts";
import { type BusinessRow, useBusinesses } from "./use-businesses.ts";
import { useLienPdfs } from "./use-lien-pdfs.ts";
import { type RegisteringError, useRetryRegistration } from "./use-register.ts";
import { useReload } from "./use-reload.ts";
import { useSelection } from "./use-selection.ts";

const NO_ERRORS: readonly RegisteringError[] = [];

/** The businesses at the verifier: registering them, filing liens against them, and the liens' documents. */
export default function BusinessLienPage() {
  const view = useBusinessView();
  const query = useBusinesses(view);
  const rows = query.data?.rows;
  const count = query.data?.count ?? 0;
  const listKey = JSON.stringify([view.userId, view.filters]);
  const selection = useSelection(rows, listKey);
  const reload = useReload();
  const liens = useLienPdfs();
  const retryRegistration = useRetryRegistration(reload);
  const [isRegistering, setRegistering] = useState(false);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [filing, setFiling] = useState<readonly BusinessRow[] | null>(null);
  const [filingAgain, setFilingAgain] = useState<BusinessRow | null>(null);
  const [own, setOwn] = useState<BusinessRow | null>(null);
  const [unmatched, setUnmatched] = useState<BusinessRow | null>(null);
  const disabledReasons = {
    register: useWhyNot("businesses.register"),
    file: useWhyNot("businesses.fileLien"),
    download: useWhyNot("files.download"),
  };
  const failureMessage = useFailureMessage(view);
  const whyNotRegister =
    disabledReasons.register ?? (selection.selected.length > 0 ? "Clear the selection first." : null);
  useActions(
    useMemo(
      () => [{ label: TEXT.registerLabel, run: () => setRegistering(true), disabledReason: whyNotRegister }],
      [whyNotRegister],
    ),
  );

  const actions = {
    selection,
    waiting: reload.waiting,
    disabledReasons,
    retryRegistration,
    askToFile: setFiling,
    askToFileAgain: setFilingAgain,
    showUnmatched: setUnmatched,
    showOwn: setOwn,
    downloadLiens: liens.download,
    downloading: liens.downloading,
  };
  return (
    <>
      <PageHeader
        title={TEXT.title}
        aside={rows && <Range view={view} shown={rows.length} count={count} />}
        actions={
          <SelectionActions
            actions={actions}
            onRegister={() => setRegistering(true)}
            isDownloading={liens.downloading.length > 0}
          />
        }
      />
      <BusinessFilters view={view}>
        <Button variant="ghost" pending={query.isFetching} onClick={() => void query.refetch()}>
          {!query.isFetching && <RefreshCwIcon aria-hidden />}
          Refresh
        </Button>
      </BusinessFilters>
      <UnmatchedCount view={view} count={query.data?.unmatched ?? 0} />
      <StaleRows query={query} message={failureMessage} />
      <DataTable
        // Another page or list is read from its first row.
        key={`${listKey} ${view.page}`}
        label={TEXT.title}
        columns={businessColumns}
        actions={actions}
        rows={rows}
        rowKey={({ userId }) => String(userId)}
        rowClass={({ userId }) => (selection.isSelected(userId) ? SELECTED : undefined)}
        query={failingAs(failureMessage, query)}
        size={{ skeletonRows: 12, maxHeight: heightBelow(14), windowed: true }}
        empty={<NoBusinesses view={view} count={count} />}
        pageList="business-lien"
      />
      {rows && count > 0 && <BusinessPager view={view} count={count} />}
      {isRegistering && (
        <RegisterDialog
          reload={reload}
          onDone={({ customMessage }) => {
            setRegistering(false);
            setErrors(customMessage);
          }}
          onClose={() => setRegistering(false)}
        />
      )}
      {errors.length > 0 && (
        <RegisteringErrors errors={errors} reload={reload} onClose={() => setErrors(NO_ERRORS)} />
      )}
      {filingAgain && (
        <FileLienAgain row={filingAgain} reload={reload} onClose={() => setFilingAgain(null)} />
      )}
      {own && <OwnLienDialog row={own} onClose={() => setOwn(null)} />}
      {unmatched && (
        <UnmatchedDialog
          row={unmatched}
          disabledReason={disabledReasons.file}
          onClose={() => setUnmatched(null)}
        />
      )}
      {filing && (
        <FileLiens
          rows={filing}
          reload={reload}
          onFiled={() => {
            setFiling(null);
            selection.clear();
          }}
          onClose={() => setFiling(null)}
        />
      )}
    </>
  );
}

/** How many liens there are at the verifier that nothing here accounts for, and the way to their businesses. */
function UnmatchedCount({ view, count }: { view: BusinessView; count: number }) {
  if (count === 0) return null;
  return (
    <Alert
      tone="warning"
      live="polite"
      className="mb-3"
      action={
        !view.filters.unmatched && (
          <Button size="small" onClick={() => view.filter({ unmatched: true })}>
            Show
          </Button>
        )
      }
    >
      {LIEN_TEXTS.unmatchedCount(count)}
    </Alert>
  );
}

const SELECTED = "[&>td]:bg-row-selected [&>td:first-child]:shadow-[inset_2px_0_0_var(--primary)]";

/** The specification has another sentence for a list that does not come once its filters were cleared. */
function useFailureMessage({ isFiltered }: BusinessView): string {
  const [wasFiltered, setWasFiltered] = useState(isFiltered);
  if (isFiltered && !wasFiltered) setWasFiltered(true);
  return wasFiltered && !isFiltered ? TEXT.clearFailed : TEXT.loadFailed;
}

type RangeProps = { view: BusinessView; shown: number; count: number };

/** Which of how many are shown. */
function Range({ view: { page, pageSize }, shown, count }: RangeProps) {
  const from = (page - 1) * pageSize + 1;
  const which =
    shown === 0 ? "0" : `${from.toLocaleString("en-US")}–${(from + shown - 1).toLocaleString("en-US")}`;
  return (
    <output className="text-sm text-muted-foreground">
      {which} of {count.toLocaleString("en-US")}
    </output>
  );
}

function NoBusinesses({ view, count }: { view: BusinessView; count: number }) {
  if (count > 0)
    return (
      <EmptyState
        title="There is no such page"
        action={<Button onClick={() => view.goToPage(1)}>First page</Button>}
      />
    );
  if (view.userId !== null)
    return (
      <EmptyState
        title={`User ${view.userId} has no registered business`}
        action={<Button onClick={view.clear}>Show all users</Button>}
      />
    );
  if (view.isFiltered)
    return (
      <EmptyState title="No business matches" action={<Button onClick={view.clear}>Clear filters</Button>} />
    );
  return (
    <EmptyState title="No businesses yet">
      Businesses appear here once they are registered with Middesk.
    </EmptyState>
  );
}
