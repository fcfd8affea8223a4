import { findDifferences } from "@countinghouse/validators/audit/differences";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { Customer, Subject } from "@/components/history/subject.tsx";
import { QueryFailure } from "@/components/query-failure.tsx";
import { EmptyCell } from "@/table/cells.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { type AuditEvent, sentenceOf, whoText } from "./audit-columns.tsx";

/** One event over the list: who, what and when, and each value before and after. */
export function EventDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const [open, setOpen] = useState(true);
  // The newest event below the next id: an address finds it whatever the list shows.
  const query = trpc.audit.list.useQuery({ cursor: String(id + 1), limit: 1 });
  const event = query.data?.events.find((each) => each.id === String(id));
  return (
    <Sheet open={open} onOpenChange={setOpen} onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <SheetContent width="wide">
        <SheetHeader title={event ? sentenceOf(event) : "Event"} description={`Event ${id}`} />
        <SheetBody>
          {event && <EventFacts event={event} />}
          {query.isPending && <Skeleton className="h-40" />}
          {query.data && !event && <EmptyState title="There is no such event." />}
          {query.error && !query.data && <QueryFailure query={query} />}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function EventFacts({ event }: { event: AuditEvent }) {
  const differences = findDifferences(event.before, event.after);
  return (
    <>
      <Facts
        facts={[
          ["Time", `${formatNewYork(event.at, "dateTime")} ET`],
          ["Who", event.adminEmail === null ? whoText(event) : `${whoText(event)}, ${event.adminEmail}`],
          ["Action", event.action],
          ["Subject", <Subject key="subject" event={event} />],
          ["User", <Customer key="user" user={event.user} />],
          [
            "Request",
            <span key="request" className="id-text">
              {event.requestId}
            </span>,
          ],
        ]}
      />
      {differences.length === 0 ? (
        <p className="text-sm text-muted-foreground">No values changed.</p>
      ) : (
        <div className="overflow-x-auto rounded-lg border bg-card">
          <Table aria-label="What changed">
            <TableHeader>
              <TableRow>
                <TableHead>Field</TableHead>
                <TableHead>Before</TableHead>
                <TableHead>After</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {differences.map(({ path, label, before, after }) => (
                <TableRow key={path}>
                  <TableCell title={path}>{label}</TableCell>
                  <ValueCell text={before} />
                  <ValueCell text={after} />
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
    </>
  );
}

const ValueCell = ({ text }: { text: string | null }) => (
  <TableCell className="max-w-72 whitespace-pre-wrap [overflow-wrap:anywhere]">
    {text === null || text === "" ? <EmptyCell /> : text}
  </TableCell>
);
