import { dayNumber, newYorkDate, newYorkTimeOfDay } from "@countinghouse/validators/new-york";
import { WORK_KINDS } from "@countinghouse/validators/work/rules";
import { Link } from "wouter";
import { CustomerCell } from "@/components/users/customer-cell.tsx";
import { cn } from "@/lib/cn.ts";
import { useNow } from "@/lib/timers.ts";
import { buttonVariants } from "@/ui/button.tsx";
import { itemAddress, type WorkItem } from "./work-item.ts";

const MINUTE_MS = 60_000;
const SECOND_LINE = "block text-xs text-muted-foreground";

/** The customer of an item. */
export const ItemCustomer = ({ item: { userId, userName } }: { item: WorkItem }) => (
  <CustomerCell id={userId} name={userName} />
);

/** The due day of an item, and how far off or how late it is. */
export function DueDay({ day }: { day: string }) {
  const today = newYorkDate(useNow(MINUTE_MS));
  const late = dayNumber(today) - dayNumber(day);
  return (
    <span className={cn("tabular-nums", late > 0 && "font-medium text-danger-fg")}>
      {day}
      <span className={cn("block text-xs", late <= 0 && "text-muted-foreground")}>{latenessText(late)}</span>
    </span>
  );
}

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

function latenessText(late: number): string {
  if (late === 0) return "Today";
  return late > 0 ? `${days(late)} late` : `In ${days(-late)}`;
}

/** The assignee of an item, and who has it open until when. */
export const Assignee = ({ item: { assignedTo, heldBy } }: { item: WorkItem }) => (
  <>
    {assignedTo?.name ?? <span className="text-muted-foreground">Unassigned</span>}
    {heldBy && (
      <span className={SECOND_LINE}>
        {heldBy.name} has it open until {newYorkTimeOfDay(heldBy.until)}
      </span>
    )}
  </>
);

/** The verb of an item: it leads to its record, or to `itemHref` where the item itself has the action. */
export const ItemVerb = ({ item, itemHref }: { item: WorkItem; itemHref: string }) => (
  <Link href={itemAddress(item) ?? itemHref} className={buttonVariants({ size: "small" })}>
    {WORK_KINDS[item.kind].verb}
  </Link>
);
