import { formatCents } from "@countinghouse/validators/money";
import { formatNewYork, newYorkOffset } from "@countinghouse/validators/new-york";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { cn } from "@/lib/cn.ts";
import { agoText } from "@/lib/time-text.ts";
import { CopyButton } from "@/ui/copy-button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { Tooltip } from "@/ui/tooltip.tsx";

/** A value that is not there. */
export const EmptyCell = () => (
  <span className="text-muted-foreground">
    <span aria-hidden>—</span>
    <span className="sr-only">none</span>
  </span>
);

/** Text or a number on one line, in full in its tooltip. Values of other kinds need a cell of their own. */
export function TextCell({ value }: { value: unknown }) {
  if ((typeof value !== "string" && typeof value !== "number") || value === "") return <EmptyCell />;
  return <span title={String(value)}>{value}</span>;
}

/** Marks the link that stands for its row. */
export const ROW_LINK = "data-row-link";

type IdLinkProps = { id: number | null; to: (params: { id: number }) => string };

/** An id that leads to what it names, beside the link of the row. */
export const IdLink = ({ id, to }: IdLinkProps) =>
  id === null ? (
    <EmptyCell />
  ) : (
    <Link href={to({ id })} className="id-text relative z-control text-link hover:underline">
      {id}
    </Link>
  );

type LinkCellProps = { href: string; children: ReactNode };

/** The link of a row, which any cell of it follows (`useRowLinks`); in focus it frames the row. */
export const LinkCell = ({ href, children }: LinkCellProps) => (
  <Link
    href={href}
    {...{ [ROW_LINK]: "" }}
    className="id-text text-link after:pointer-events-none after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
  >
    {children}
  </Link>
);

type OpenCellProps = { onClick: () => void; title?: string; className?: string; children: ReactNode };

/** The name of a row, which opens it on the page; what does not fit ends in an ellipsis. */
export const OpenCell = ({ className, ...props }: OpenCellProps) => (
  <button
    type="button"
    className={cn(
      "block max-w-full min-h-6 truncate rounded-sm text-left text-link underline-offset-4 hover:underline",
      className,
    )}
    {...props}
  />
);

type CopyCellProps = { value: string | null | undefined; label: string };

/** Text with a button to copy it, which shows on hover and on focus. */
export function CopyCell({ value, label }: CopyCellProps) {
  if (!value) return <EmptyCell />;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={value} className="truncate">
        {value}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}

export const StatusCell = ({ status }: { status: string | null | undefined }) =>
  status ? <StatusBadge>{status}</StatusBadge> : <EmptyCell />;

type MoneyCellProps = {
  cents: number | null | undefined;
  /** Which sign is money that came in: in a ledger of what is owed, less. Without one the money is no movement. */
  moneyIn?: "positive" | "negative";
  /** Money that did not move after all. */
  failed?: boolean;
};

export function MoneyCell({ cents, moneyIn, failed = false }: MoneyCellProps) {
  if (cents === null || cents === undefined) return <EmptyCell />;
  return (
    <span className={cn("num", moneyTone(cents, moneyIn, failed))}>
      {formatCents(cents)}
      {failed && <span className="sr-only"> failed</span>}
    </span>
  );
}

function moneyTone(cents: number, moneyIn: MoneyCellProps["moneyIn"], failed: boolean): string | undefined {
  if (failed) return "text-muted-foreground line-through";
  if (cents === 0) return "text-money-zero";
  if (moneyIn !== undefined && cents > 0 === (moneyIn === "positive")) return "text-money-in";
  return cents < 0 ? "text-money-out" : undefined;
}

type DateCellProps = {
  at: Date | null | undefined;
  /** "balance" is the order of days that balances are shown in (specification 1, section 9). */
  style?: "dateTime" | "date" | "balance";
};

/** A moment in New York time. On hover and focus: how long ago, with its offset, in UTC and in the reader's own zone. */
export function DateCell({ at, style = "dateTime" }: DateCellProps) {
  if (!at) return <EmptyCell />;
  return (
    <Tooltip content={<Zones at={at} />}>
      <button
        type="button"
        className="relative z-control max-w-full cursor-default truncate rounded-sm align-bottom"
      >
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
  ...(at.getTime() <= Date.now()
    ? [["Elapsed", agoText(Date.now() - at.getTime())] as [string, string]]
    : []),
  ["New York", `${formatNewYork(at, "dateTime")} ${newYorkOffset(at)}`],
  ["UTC", at.toISOString().slice(0, 19).replace("T", " ")],
  ["Here", at.toLocaleString("sv-SE", { timeZoneName: "short" })],
];
