import type { ExportFormat } from "@countinghouse/validators/exports/cells";
import {
  DROP_OFF_DAYS,
  FUNNEL_FILE_NAME,
  FUNNEL_PAGE_SIZE,
  type FunnelOutcome,
  FUNNEL_TEXTS as TEXT,
} from "@countinghouse/validators/funnel/rules";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import { Pager } from "@/components/pager.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { type FileTable, saveTable } from "@/lib/csv.ts";
import { useListParams } from "@/lib/list-params.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { dayInWords } from "@/lib/time-text.ts";
import { toast } from "@/lib/toast.ts";
import { DataTable } from "@/table/data-table.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { DropOff, DropOffPlace } from "./drop-off.tsx";
import { funnelColumns } from "./funnel-columns.tsx";
import { FUNNEL_PARAMS, FunnelFilters, isSameView, usualFunnel } from "./funnel-filters.tsx";
import { funnelTable } from "./funnel-table.ts";
import { FunnelUsers } from "./funnel-users.tsx";

const TITLE = PAGE_TITLES.funnelReport;
/** So many there usually are. */
const PHASES = 23;

/** How far customers came on the way from the application to the first payment, phase by phase. */
export default function FunnelReportPage() {
  const list = useListParams(FUNNEL_PARAMS);
  const { params: view, change } = list;
  const [page, setPage] = useState(1);
  const isAskedFor = view.from !== "" && view.to !== "";
  const openUsual = useEffectEvent(() => list.replace(usualFunnel()));
  useEffect(() => {
    if (!isAskedFor) openUsual();
  }, [isAskedFor]);
  const asked = {
    startDate: view.from,
    endDate: view.to,
    dealType: view.deal,
    channel: view.channel,
    partner: view.partner,
  };
  const report = trpc.funnel.report.useQuery(asked, {
    enabled: isAskedFor,
    placeholderData: keepPreviousData,
  });
  const record = trpc.funnel.recordExport.useMutation({
    onError: (error) => toast.error(failureText(error)),
  });
  const whyNot = useWhyNot("funnel.read");
  const phases = isAskedFor ? report.data : undefined;
  // What is saved has left its event before.
  const save = (saved: FileTable, format: ExportFormat) =>
    record.mutate(
      { report: asked, rows: saved.length - 1, requestId: newRequestId() },
      {
        onSuccess: () => void saveTable(FUNNEL_FILE_NAME, saved, format),
      },
    );
  const [search, pathname] = [useSearch(), useLocation()[0]];
  const toUsers = (eventId: number, outcome: FunnelOutcome): string => {
    const query = new URLSearchParams(search);
    query.set("phase", String(eventId));
    query.set("outcome", outcome);
    return `${pathname}?${query}`;
  };
  const opened = phases?.find(({ eventId }) => eventId === view.phase);
  // While another report is made, the one in sight is not of these days.
  const isOld = report.isPlaceholderData;
  const table = funnelTable(phases ?? []);
  const rows = phases?.slice((page - 1) * FUNNEL_PAGE_SIZE, page * FUNNEL_PAGE_SIZE);

  return (
    <>
      <PageHeader
        title={TITLE}
        readBy="funnel.report"
        aside={
          phases &&
          !isOld && (
            <output className="text-sm text-muted-foreground">
              {dayInWords(view.from)} – {dayInWords(view.to)} (ET)
            </output>
          )
        }
        actions={
          <ExportMenu
            label={TEXT.export}
            disabledReason={phases?.length && !isOld ? null : "There are no rows to export yet."}
            pending={record.isPending}
            scopes={[
              {
                label: "all phases of the report",
                about: { columns: table[0], rows: table.length - 1 },
                save: (format) => save(table, format),
              },
            ]}
          />
        }
      />
      <FunnelFilters
        shown={view}
        pending={report.isFetching}
        disabledReason={whyNot}
        onRun={(next) => {
          setPage(1);
          if (isSameView(next, view)) void report.refetch();
          else change({ ...next, phase: null, outcome: null });
        }}
      />
      {isAskedFor && (
        <>
          {phases && !isOld && <DropOff phases={phases} to={toUsers} />}
          {(isOld || (!phases && !report.error)) && <DropOffPlace phases={PHASES} />}
          <StaleRows query={report} message={GENERAL_MESSAGES.somethingWentWrong} />
          <DataTable
            label={TITLE}
            columns={funnelColumns}
            actions={{ toUsers }}
            rows={rows}
            rowKey={({ eventId }) => String(eventId)}
            query={report}
            size={{ skeletonRows: PHASES }}
            empty={<EmptyState title="There are no phases" />}
            footer={
              phases && (
                <Pager
                  label={TITLE}
                  page={page}
                  pages={Math.ceil(phases.length / FUNNEL_PAGE_SIZE)}
                  onPage={setPage}
                />
              )
            }
            pageList="funnel-analysis"
          />
          <p className="mt-3 text-sm text-muted-foreground">
            Each customer counts once in a phase, on the day they first came to it. Phases to Converted Ratio
            is how many of a hundred of them are Funded by now. Amount Value is what had been approved for
            them. A customer who reached no later phase is rejected if declined since, dropped off after{" "}
            {DROP_OFF_DAYS} days, and still open before.
          </p>
        </>
      )}
      {opened && (
        <FunnelUsers
          key={`${opened.eventId} ${view.outcome}`}
          of={asked}
          phase={opened}
          outcome={view.outcome}
          onClose={() => change({ phase: null, outcome: null })}
        />
      )}
    </>
  );
}
