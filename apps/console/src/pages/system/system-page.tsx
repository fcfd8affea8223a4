import type { RouterOutputs } from "@countinghouse/api";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { RefreshCwIcon } from "lucide-react";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { policyReportColumns, processColumns, vendorColumns, waitingColumns } from "./system-columns.tsx";
import { waitingRows } from "./waiting-rows.ts";

export type System = RouterOutputs["system"]["get"];

const READ_EVERY_MS = 15_000;
const INSTALLATION_LINES = { usual: 10, small: 15 };
const VENDOR_LINES = { usual: 17, small: 10 };

/** Whether this installation is well: its database, what waits, its vendors, its processes. */
export default function SystemPage() {
  const whyNot = useWhyNot("system.read");
  const query = trpc.system.get.useQuery(undefined, {
    enabled: whyNot === null,
    refetchInterval: READ_EVERY_MS,
    staleTime: 0,
  });
  if (whyNot !== null)
    return (
      <>
        <PageHeader title={PAGE_TITLES.system} />
        <EmptyState title={whyNot} />
      </>
    );
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.system}
        aside={query.data && <ReadAt system={query.data} />}
        actions={
          <Button pending={query.isFetching} onClick={() => void query.refetch()}>
            {!query.isFetching && <RefreshCwIcon aria-hidden />}
            Refresh
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
        {query.data && query.data.standing.clockProblem !== "" && (
          <Alert tone="danger">{query.data.standing.clockProblem}</Alert>
        )}
        <QuerySection id="installation" title="Installation" query={query} skeletonLines={INSTALLATION_LINES}>
          {(system) => <Installation system={system} />}
        </QuerySection>
        <QuerySection id="vendors" title="Vendors" query={query} skeletonLines={VENDOR_LINES}>
          {({ vendors }) => (
            <DataTable
              label="Vendors"
              columns={vendorColumns}
              rows={vendors}
              rowKey={({ vendor }) => vendor}
              empty={null}
            />
          )}
        </QuerySection>
        <QuerySection
          id="waiting"
          title="Waiting"
          query={query}
          skeletonLines={4}
          empty={{
            title: "Nothing is waiting. Every message is delivered, and every payment has ended.",
            when: ({ standing }) => waitingRows(standing).length === 0,
          }}
        >
          {({ standing, readAt }) => (
            <DataTable
              label="Waiting"
              columns={waitingColumns}
              rows={waitingRows(standing)}
              rowKey={({ what, state }) => `${what} ${state}`}
              actions={{ readAt }}
              empty={null}
            />
          )}
        </QuerySection>
        <QuerySection
          id="policy-reports"
          title="Blocked by the content policy"
          query={query}
          skeletonLines={2}
          empty={{
            title: "No browser reported anything",
            when: ({ policyReports }) => policyReports.length === 0,
          }}
        >
          {({ policyReports }) => (
            <DataTable
              label="Blocked by the content policy"
              columns={policyReportColumns}
              rows={policyReports}
              rowKey={({ id }) => id}
              empty={null}
            />
          )}
        </QuerySection>
        <QuerySection
          id="processes"
          title="Processes"
          query={query}
          skeletonLines={3}
          count={({ processes }) => processes.length}
        >
          {({ processes, readAt }) => (
            <DataTable
              label="Processes"
              columns={processColumns}
              rows={processes}
              rowKey={({ id }) => id}
              actions={{ readAt }}
              empty={<EmptyState title="No process is registered" />}
            />
          )}
        </QuerySection>
      </div>
    </>
  );
}

const ReadAt = ({ system }: { system: System }) => (
  <output className="text-sm text-muted-foreground">
    As of {formatNewYork(system.readAt, "dateTime")} · Times in New York (ET)
  </output>
);

function Installation({
  system: { readAt, version, node, database, replica, standing },
}: {
  system: System;
}) {
  const { connections, sessions, auditTail, oldestUnlinkedAt, chainCheck, workKept, lastBackupAt } = standing;
  return (
    <Facts
      facts={[
        ["Version", `Countinghouse ${version} on Node.js ${node}`],
        ["Database", `PostgreSQL ${database.version}, answered in ${database.answeredInMs} ms`],
        ["Replica", replicaText(replica)],
        ["Connections to the database", `${connections.open} of ${connections.most}`],
        ["Open sessions of staff", sessions.toLocaleString("en-US")],
        [
          "Audit",
          oldestUnlinkedAt === null
            ? "Every event is linked to the chain"
            : `${auditTail.toLocaleString("en-US")} not linked yet, the oldest of ${formatNewYork(oldestUnlinkedAt, "dateTime")}`,
        ],
        ["Audit and ledger", chainCheckText(chainCheck)],
        ["Today", workKeptText(workKept)],
        ["Last backup", lastBackupText(lastBackupAt, readAt)],
      ]}
    />
  );
}

/** How far the copy is behind, and whether reports are read from it. */
function replicaText(replica: System["replica"]): string {
  if (replica === null) return "None is set up";
  const { behindMs, mostMs } = replica;
  const fallBack = "reports read from the database itself";
  if (behindMs === null) return `Does not answer: ${fallBack}`;
  const seconds = Math.ceil(behindMs / 1_000);
  const behind = `${seconds.toLocaleString("en-US")} ${seconds === 1 ? "second" : "seconds"} behind at most`;
  return behindMs > mostMs ? `Late, ${behind}: ${fallBack}` : `Answers, ${behind}`;
}

const HOUR_MS = 3_600_000;

/** Of when the newest backup is, and how old that makes it. */
function lastBackupText(takenAt: Date | null, now: Date): string {
  if (takenAt === null) return "None yet. Run npm run backup";
  const hours = Math.floor((now.getTime() - takenAt.getTime()) / HOUR_MS);
  return `${formatNewYork(takenAt, "dateTime")}, ${ageText(hours)}`;
}

const HOURS_FROM_DAYS = 48;

function ageText(hours: number): string {
  if (hours < 1) return "less than an hour ago";
  if (hours >= HOURS_FROM_DAYS) return `${Math.floor(hours / 24).toLocaleString("en-US")} days ago`;
  return `${hours} ${hours === 1 ? "hour" : "hours"} ago`;
}

/** What the nightly comparison of what waits for people with its facts found. */
function workKeptText({ comparedAt, differed, first }: System["standing"]["workKept"]): string {
  if (comparedAt === null) return "Not compared yet: a worker compares it each night";
  const found =
    differed === 0
      ? "no differences"
      : `${differed.toLocaleString("en-US")} ${differed === 1 ? "item was" : "items were"} corrected. First: ${first}`;
  return `Compared ${formatNewYork(comparedAt, "dateTime")}: ${found}`;
}

/** What the nightly check of both chains found. */
function chainCheckText(check: System["standing"]["chainCheck"]): string {
  if (check === null) return "Not checked yet: a worker checks them each night";
  const { checkedAt, findings, first } = check;
  const found =
    findings === 0
      ? "no changed rows"
      : `${findings.toLocaleString("en-US")} ${findings === 1 ? "row is" : "rows are"} not as originally written. First: ${first}`;
  return `Checked ${formatNewYork(checkedAt, "dateTime")}: ${found}`;
}
