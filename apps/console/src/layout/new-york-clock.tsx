import { newYorkTime } from "@/lib/new-york-time.ts";
import { useNow } from "@/lib/use-now.ts";

/** The time all dates of the console are in. */
export function NewYorkClock() {
  const now = useNow(5_000);
  return (
    <time
      dateTime={now.toISOString()}
      title="Times are shown in New York time (ET)"
      className="text-sm whitespace-nowrap text-muted-foreground max-sm:hidden"
    >
      {newYorkTime(now)}
    </time>
  );
}
