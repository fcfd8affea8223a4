import { formatNewYork, newYorkOffset } from "@countinghouse/validators/new-york";
import { Tooltip } from "@/ui/tooltip.tsx";
import { EmptyCell } from "./empty-cell.tsx";

type DateCellProps = {
  at: Date | null | undefined;
  /** "balance" is the order of days that balances are shown in (specification 1, section 9). */
  style?: "dateTime" | "date" | "balance";
};

/** A moment in New York time. On hover and focus: with its offset, in UTC and in the reader's own zone. */
export function DateCell({ at, style = "dateTime" }: DateCellProps) {
  if (!at) return <EmptyCell />;
  return (
    <Tooltip content={<Zones at={at} />}>
      <button type="button" className="relative z-1 cursor-default rounded-sm">
        <time dateTime={at.toISOString()}>{formatNewYork(at, style)}</time>
      </button>
    </Tooltip>
  );
}

/** Made only once it is looked at: of a long list nobody looks at most. */
const Zones = ({ at }: { at: Date }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-3">
    {zones(at).map(([zone, text]) => (
      <div key={zone} className="contents">
        <dt className="text-muted-foreground">{zone}</dt>
        <dd className="text-right">{text}</dd>
      </div>
    ))}
  </dl>
);

const zones = (at: Date): [string, string][] => [
  ["New York", `${formatNewYork(at, "dateTime")} ${newYorkOffset(at)}`],
  ["UTC", at.toISOString().slice(0, 19).replace("T", " ")],
  ["Here", at.toLocaleString("sv-SE", { timeZoneName: "short" })],
];
