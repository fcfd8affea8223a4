import { Link } from "wouter";
import { cn } from "@/lib/cn.ts";
import { paths } from "@/paths.ts";

const PAGES = [
  { name: "Processed", path: paths.chargebacks() },
  { name: "Unprocessed", path: paths.unprocessedChargebacks() },
] as const;

type ChargebackTabsProps = { current: (typeof PAGES)[number]["name"] };

/** The two sub-pages of Chargebacks (specification 1, section 2). */
export const ChargebackTabs = ({ current }: ChargebackTabsProps) => (
  <nav aria-label="Chargebacks" data-print="hide" className="mb-4 border-b">
    <ul className="flex gap-1">
      {PAGES.map(({ name, path }) => (
        <li key={name}>
          <Link
            href={path}
            aria-current={name === current ? "page" : undefined}
            className={cn(
              "-mb-px flex h-(--control-h) items-center rounded-t-md border-b-2 px-3 text-sm font-medium transition-colors duration-120 hover:text-foreground focus-visible:-outline-offset-2",
              name === current
                ? "border-primary text-foreground"
                : "border-transparent text-muted-foreground",
            )}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
