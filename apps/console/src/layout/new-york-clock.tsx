import { useNow } from "@/lib/use-now.ts";

const TIME = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The time all dates of the console are in. */
export function NewYorkClock() {
  const now = useNow(5_000);
  return (
    <time
      dateTime={now.toISOString()}
      title="Times are shown in New York time (ET)"
      className="text-sm whitespace-nowrap text-muted-foreground max-sm:hidden"
    >
      {TIME.format(now)} ET
    </time>
  );
}
