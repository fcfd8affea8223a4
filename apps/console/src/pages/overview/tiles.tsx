import { formatCents } from "@countinghouse/validators/money";
import { Link } from "wouter";
import { chartValue } from "@/components/charts/chart-format.ts";
import { cn } from "@/lib/cn.ts";
import { cardClass } from "@/ui/card.tsx";
import { type Figure, figureAddress, type Overview, toPercent } from "./figures.ts";

/** The figures that are looked at first. Each leads to what makes it. */
export function Tiles({ overview }: { overview: Overview | undefined }) {
  const { outstanding, pastDue, weeks } = overview ?? {};
  const week = weeks?.at(-1);
  const dueCents = pastDue?.reduce((sum, { cents }) => sum + cents, 0);
  const dueUsers = pastDue?.reduce((sum, { users }) => sum + users, 0);
  const dueShare = dueCents === undefined || !outstanding ? null : toPercent(dueCents, outstanding.owedCents);
  const ofWeek = (part: "advanced" | "paid"): Figure | undefined =>
    week && { figure: "week", week: week.from, part };
  return (
    <ul
      aria-label="At a glance"
      className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-(--section-gap)"
    >
      <Tile label="Outstanding" cents={outstanding?.owedCents} figure={{ figure: "outstanding" }}>
        {outstanding && customers(outstanding.owing)}
      </Tile>
      <Tile label="Past due" cents={dueCents} href="#past-due">
        {dueUsers !== undefined && (
          <>
            {customers(dueUsers)}
            {dueShare !== null && ` · ${chartValue(dueShare, "percent")}`}
            {dueShare !== null && <span className="sr-only"> of what is outstanding</span>}
          </>
        )}
      </Tile>
      <Tile label="Funded this week" cents={week?.advancedCents} figure={ofWeek("advanced")}>
        {week && "Since Monday, with fees"}
      </Tile>
      <Tile label="Collected this week" cents={week?.paidCents} figure={ofWeek("paid")}>
        {week && "Since Monday"}
      </Tile>
      <Tile label="Overpaid by customers" cents={outstanding?.creditCents} figure={{ figure: "credit" }}>
        {outstanding && customers(outstanding.inCredit)}
      </Tile>
    </ul>
  );
}

const customers = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "customer" : "customers"}`;

type TileProps = {
  label: string;
  cents: number | undefined;
  figure?: Figure | undefined;
  /** Where the figure is told in full on this page. */
  href?: string;
  children: React.ReactNode;
};

function Tile({ label, cents, figure, href, children }: TileProps) {
  const number = (
    <span className="num inline-block min-h-7 text-xl font-semibold">
      {cents === undefined ? "\u00a0" : formatCents(cents)}
    </span>
  );
  const linkClass = "w-fit rounded-sm underline-offset-4 hover:underline";
  return (
    <li className={cn(cardClass, "grid grid-cols-[minmax(0,1fr)] content-start gap-0.5 p-4")}>
      <span className="text-sm text-muted-foreground">{label}</span>
      {figure ? (
        <Link href={figureAddress(figure)} className={linkClass}>
          {number}
          <span className="sr-only"> {label}, show its rows</span>
        </Link>
      ) : href ? (
        <a href={href} className={linkClass}>
          {number}
          <span className="sr-only"> {label}, by how long</span>
        </a>
      ) : (
        number
      )}
      <span className="min-h-5 truncate text-xs text-muted-foreground">{children}</span>
    </li>
  );
}
