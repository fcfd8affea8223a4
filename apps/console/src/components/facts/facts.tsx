import type { ReactNode } from "react";

type Fact = readonly [name: string, value: ReactNode, hint?: string | undefined];

/** Names and their values, a line each. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid content-start">
    {facts.map(([name, value, hint]) => (
      <div
        key={name}
        className="group/row grid min-h-7 grid-cols-[min(11rem,40%)_minmax(0,1fr)] items-center gap-x-3 border-b border-border/60 last:border-b-0"
      >
        <dt
          data-hint={hint && ` (${hint})`}
          className="text-muted-foreground after:text-xs after:content-[attr(data-hint)]"
        >
          {name}
        </dt>
        <dd className="flex min-w-0 items-center gap-1 py-0.5 [overflow-wrap:anywhere]">{value}</dd>
      </div>
    ))}
  </dl>
);
