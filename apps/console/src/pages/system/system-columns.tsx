import { formatNewYork } from "@countinghouse/validators/new-york";
import {
  percentText,
  UNHEARD_MS,
  type VendorHealth,
  vendorHealth,
} from "@countinghouse/validators/system/rules";
import { EmptyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import type { BadgeTone } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { System } from "./system-page.tsx";
import type { WaitingRow } from "./waiting-rows.ts";

const HEALTH = {
  off: ["neutral", "Off"],
  unused: ["pending", "No calls"],
  well: ["success", "Healthy"],
  someFailed: ["warning", "Some failed"],
  failing: ["danger", "Failing"],
} as const satisfies Record<VendorHealth, readonly [BadgeTone, string]>;

const vendor = columnHelper<System["vendors"][number]>();

export const vendorColumns = vendor.columns([
  vendor.accessor("name", { header: "Vendor", meta: { className: "w-48", pinned: true } }),
  vendor.display({
    id: "health",
    header: "Last 24 hours",
    meta: { className: "w-40" },
    cell: ({ row }) => {
      const [tone, word] = HEALTH[vendorHealth(row.original)];
      return (
        <span title={row.original.whyOff ?? undefined}>
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </span>
      );
    },
  }),
  vendor.accessor("asked", {
    header: "Calls",
    meta: { className: "w-24", align: "right" },
    cell: ({ getValue }) => getValue().toLocaleString("en-US"),
  }),
  vendor.display({
    id: "failed",
    header: "Failed",
    meta: { className: "w-32", align: "right" },
    cell: ({ row: { original } }) => {
      const share = percentText(original.failed, original.asked);
      return share === null ? <EmptyCell /> : `${original.failed.toLocaleString("en-US")} · ${share}`;
    },
  }),
  vendor.accessor("lastSuccessAt", {
    header: "Last success",
    meta: { className: "w-48" },
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
]);

type Reading = { readAt: Date };

const waiting = columnHelper<WaitingRow, Reading>();

export const waitingColumns = waiting.columns([
  waiting.accessor("what", { header: "Type", meta: { className: "w-56", pinned: true } }),
  waiting.accessor("state", {
    header: "State",
    meta: { className: "w-56" },
    cell: ({ row: { original } }) => (
      <StatusBadge tone={original.needsPerson ? "warning" : "neutral"}>{original.state}</StatusBadge>
    ),
  }),
  waiting.accessor("count", {
    header: "Count",
    meta: { className: "w-28", align: "right" },
    cell: ({ getValue }) => getValue().toLocaleString("en-US"),
  }),
  waiting.accessor("oldestAt", {
    header: "Oldest, or last progress",
    meta: { className: "w-56" },
    cell: ({ getValue, table }) => <Since at={getValue()} readAt={tableActions(table).readAt} />,
  }),
]);

const process = columnHelper<System["processes"][number], Reading>();

export const processColumns = process.columns([
  process.accessor("host", { header: "Machine", meta: { className: "w-56", pinned: true } }),
  process.accessor("role", { header: "Role", meta: { className: "w-28" } }),
  process.accessor("startedAt", {
    header: "Started",
    meta: { className: "w-48" },
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
  process.accessor("heartbeatAt", {
    header: "Last heartbeat",
    meta: { className: "w-40" },
    cell: ({ getValue, table }) => {
      const isGone = tableActions(table).readAt.getTime() - getValue().getTime() > UNHEARD_MS;
      return isGone ? (
        <StatusBadge tone="danger">No heartbeat for 30 seconds</StatusBadge>
      ) : (
        <StatusBadge tone="success">Just now</StatusBadge>
      );
    },
  }),
]);

const Moment = ({ at }: { at: Date | null }) =>
  at === null ? <EmptyCell /> : <span className="num">{formatNewYork(at, "dateTime")}</span>;

/** How long ago something was when the page was read, with the moment in its tooltip. */
const Since = ({ at, readAt }: { at: Date; readAt: Date }) => (
  <span title={`${formatNewYork(at, "dateTime")} ET`}>{inWords(readAt.getTime() - at.getTime())}</span>
);

const UNITS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
] as const;

function inWords(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= each) ?? [];
  if (size === undefined || unit === undefined) return "less than a minute ago";
  const count = Math.floor(ms / size);
  return `${count.toLocaleString("en-US")} ${unit}${count === 1 ? "" : "s"} ago`;
}

const policyReport = columnHelper<System["policyReports"][number]>();

export const policyReportColumns = policyReport.columns([
  policyReport.accessor("directive", { header: "Directive", meta: { className: "w-48", pinned: true } }),
  policyReport.accessor("blocked", {
    header: "Blocked resource",
    meta: { className: "w-64", grows: true },
    cell: ({ getValue }) => getValue() || <EmptyCell />,
  }),
  policyReport.accessor("source", {
    header: "In the script",
    meta: { className: "w-48" },
    cell: ({ getValue }) => getValue() || <EmptyCell />,
  }),
  policyReport.accessor("count", {
    header: "Reports",
    meta: { className: "w-24", align: "right" },
    cell: ({ getValue }) => getValue().toLocaleString("en-US"),
  }),
  policyReport.accessor("lastAt", {
    header: "Last",
    meta: { className: "w-48" },
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
]);
