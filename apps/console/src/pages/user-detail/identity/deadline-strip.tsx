import { CLOCKS } from "@countinghouse/validators/deadlines/rules";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { deadlinePlace } from "@/components/deadlines/deadline.ts";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { cn } from "@/lib/cn.ts";
import { paths } from "@/paths.ts";
import { Button } from "@/ui/button.tsx";

const SHOWN = 3;
const LINK = "rounded-sm text-link underline-offset-4 hover:underline";

/** The next deadlines of a customer in a line that keeps its height, whatever it has to say. */
export function DeadlineStrip({ userId, isReady }: { userId: number; isReady: boolean }) {
  const { data, error, refetch } = trpc.deadlines.list.useQuery({ userId }, { enabled: isReady });
  return (
    <aside
      aria-label={PAGE_TITLES.deadlines}
      className="flex h-7 items-center gap-x-4 overflow-x-auto text-sm whitespace-nowrap text-muted-foreground"
    >
      {data?.total === 0 && "No upcoming deadlines."}
      {data?.items.slice(0, SHOWN).map(({ clock, key, on, said }) => (
        <span key={`${clock}:${key}`} title={said}>
          <span className={cn("num", on < data.today && "font-medium text-danger-fg")}>
            {on}
            {on < data.today && <span className="sr-only"> overdue</span>}
          </span>{" "}
          <Link href={deadlinePlace(clock, key, userId)} className={LINK}>
            {CLOCKS[clock].word}
          </Link>
        </span>
      ))}
      {data && data.total > 0 && (
        <Link href={paths.deadlines({ user: userId })} className={LINK}>
          All deadlines ({data.total})
        </Link>
      )}
      {error && !data && (
        <>
          Deadlines could not be loaded.
          <Button size="small" variant="link" onClick={() => void refetch()}>
            Retry
          </Button>
        </>
      )}
    </aside>
  );
}
