import type { ReactNode } from "react";

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** Says that there is nothing, and what can be done about it. Never shown for something that failed to load. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div data-slot="empty-state" className="grid justify-items-center gap-1 px-4 py-8 text-center">
    <p className="text-base font-medium">{title}</p>
    {children && <p className="max-w-prose text-sm text-muted-foreground">{children}</p>}
    {action && <div className="mt-2">{action}</div>}
  </div>
);
