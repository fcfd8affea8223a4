import type { RouterOutputs } from "@countinghouse/api";
import { eventSentence } from "@countinghouse/validators/audit/event-sentence";
import { AUDIT_OTHERS } from "@countinghouse/validators/audit/rules";
import { Customer, Subject } from "@/components/history/subject.tsx";
import { DateCell, MoneyCell, OpenCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";

export type AuditEvent = RouterOutputs["audit"]["list"]["events"][number];

/** Opens an event over the list. */
export type AuditActions = { open: (id: string) => void };

/** Who acted: an admin by name, a job by its own. */
export const whoText = ({ adminName, actor }: Pick<AuditEvent, "adminName" | "actor">): string =>
  adminName ?? (actor === "visitor" ? AUDIT_OTHERS.visitors : actor.replace(/^job:/, "Job "));

/** The person or job as the subject of a sentence: "The payments job". */
const subjectOf = ({ adminName, actor }: AuditEvent): string =>
  adminName ??
  (actor === "visitor" ? "A visitor" : `The ${actor.replace(/^job:/, "").replaceAll("-", " ")} job`);

/** The event as a sentence. */
export const sentenceOf = (event: AuditEvent): string =>
  eventSentence({ ...event, who: subjectOf(event), customer: event.user?.name ?? null });

/** The amount that an event is about, in cents; null where it names none. */
function amountOf({ after }: Pick<AuditEvent, "after">): number | null {
  const { amountCents } = (after ?? {}) as { amountCents?: unknown };
  return typeof amountCents === "number" ? amountCents : null;
}

const column = columnHelper<AuditEvent, AuditActions>();

export const auditColumns = column.columns([
  column.accessor("at", {
    header: "Time (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("action", {
    header: "Action",
    meta: { className: "w-112" },
    cell: ({ row, table }) => (
      <OpenCell title={row.original.action} onClick={() => tableActions(table).open(row.original.id)}>
        {sentenceOf(row.original)}
      </OpenCell>
    ),
  }),
  column.accessor("actor", {
    header: "Who",
    meta: { className: "w-40" },
    cell: ({ row }) => <span title={row.original.adminEmail ?? undefined}>{whoText(row.original)}</span>,
  }),
  column.accessor("subjectId", {
    header: "Subject",
    meta: { className: "w-48" },
    cell: ({ row }) => <Subject event={row.original} />,
  }),
  column.accessor("user", {
    header: "User",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <Customer user={getValue()} />,
  }),
  column.accessor(amountOf, {
    id: "amount",
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
]);
