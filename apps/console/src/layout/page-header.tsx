import type { ReactNode } from "react";
import { useTitle } from "@/lib/use-title.ts";
import { ReadAsOf } from "./read-as-of.tsx";

type PageHeaderProps = {
  title: string;
  /** What the customer's page above is called. */
  above?: string;
  /** Whose page that is, where the address does not tell. */
  customerId?: number | undefined;
  /** Beside the title: a count, a status. Until it is known undefined, and on a small screen a line is kept for it; null for nothing. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** The procedure that what it shows was read by, where that may be as of a moment ago. */
  readBy?: string;
};

/** The one heading of a page. It also names the page in the tab and the breadcrumb. */
export function PageHeader(props: PageHeaderProps) {
  const { title, above, customerId, aside, actions, readBy } = props;
  useTitle(title, above, customerId ?? null);
  return (
    <header data-slot="page-header" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 tabIndex={-1} className="text-xl font-semibold tracking-[-0.01em]">
        {title}
      </h1>
      {"aside" in props && aside !== null && (
        <div className="contents max-sm:flex max-sm:min-h-5 max-sm:w-full max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3">
          {aside}
        </div>
      )}
      {readBy !== undefined && <ReadAsOf of={readBy} />}
      {actions && <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
