import type { RouterOutputs } from "@countinghouse/api";
import { AUDIT_OTHERS, actionLabel, subjectLabel } from "@countinghouse/validators/audit/rules";
import { Link } from "wouter";
import { jobPath, paths } from "@/paths.ts";
import { DateCell, EmptyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { Button } from "@/ui/button.tsx";

export type AuditEvent = RouterOutputs["audit"]["list"]["events"][number];

/** Opens an event over the list. */
export type AuditActions = { open: (id: string) => void };

/** Who acted: an admin by name, a job by its own. */
export const whoText = ({ adminName, actor }: Pick<AuditEvent, "adminName" | "actor">): string =>
  adminName ?? (actor === "visitor" ? AUDIT_OTHERS.visitors : actor.replace(/^job:/, "Job "));

/** Where what an event is about can be looked at; null where no page shows it. */
export function subjectPath({ subjectType, subjectId, user, batch }: AuditEvent): string | null {
  if (batch !== null) return jobPath(batch);
  switch (subjectType) {
    case "application":
      return paths.applicationDetail({ id: Number(subjectId) });
    case "bank_account":
    case "card":
      return user && paths.primaryAccount({ id: user.id });
    case "business":
    case "business_lien":
      return user && paths.businessLien({ id: user.id });
    case "note":
      return user && paths.userDetail({ id: user.id, section: "notes" });
    case "passcode":
    case "setting":
      return paths.settings();
    case "environment":
      return paths.recovery();
    case "outbox_message":
      return paths.ledgerWriteFailures();
    default:
      return user && paths.userDetail({ id: user.id });
  }
}

const column = columnHelper<AuditEvent, AuditActions>();

export const auditColumns = column.columns([
  column.accessor("at", {
    header: "Time (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("actor", {
    header: "Who",
    meta: { className: "w-40" },
    cell: ({ row }) => <span title={row.original.adminEmail ?? undefined}>{whoText(row.original)}</span>,
  }),
  column.accessor("action", {
    header: "What",
    meta: { className: "w-64" },
    cell: ({ row, table, getValue }) => (
      <Button
        variant="link"
        size="small"
        className="max-w-full justify-start truncate px-0 text-sm"
        title={getValue()}
        onClick={() => tableActions(table).open(row.original.id)}
      >
        {actionLabel(getValue())}
      </Button>
    ),
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
]);

/** What an event is about, with the way there. */
export function Subject({ event }: { event: AuditEvent }) {
  const path = subjectPath(event);
  const words = `${subjectLabel(event.subjectType)} ${event.subjectName ?? shortId(event.subjectId)}`;
  return path === null ? (
    <span title={event.subjectId}>{words}</span>
  ) : (
    <Link href={path} title={event.subjectId} className="rounded-sm text-link hover:underline">
      {words}
    </Link>
  );
}

/** A UUID by its end, which tells neighbours apart. */
const shortId = (id: string): string => (/^[\da-f]{8}(-[\da-f]{4}){3}-/.test(id) ? `…${id.slice(-6)}` : id);

export const Customer = ({ user }: Pick<AuditEvent, "user">) =>
  user === null ? (
    <EmptyCell />
  ) : (
    <Link
      href={paths.userDetail({ id: user.id })}
      className="rounded-sm text-link underline-offset-4 hover:underline"
    >
      <span className="id-text">{user.id}</span> {user.name}
    </Link>
  );
