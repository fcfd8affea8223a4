import { OctagonXIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useCopy } from "@/lib/copy.ts";
import { Button } from "./button.tsx";

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** Says that there is nothing, and what can be done about it. Never shown for something that failed to load. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div data-slot="empty-state" className="grid justify-items-center gap-1 px-4 py-8 text-center">
    <p className="text-base font-medium">{title}</p>
    {children && <p className="max-w-prose text-sm text-muted-foreground">{children}</p>}
    {action && <div className="mt-2">{action}</div>}
  </div>
);

type ErrorStateProps = {
  /** The product's sentence for this failure, or the server's. */
  message: string;
  /** What support needs; offered to be copied. */
  details?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** What is done to try again. */
  retryLabel?: "Retry" | "Reload";
  retrying?: boolean | undefined;
};

/** Stands where the thing that failed to load would have been. */
export function ErrorState({
  message,
  details,
  onRetry,
  retryLabel = "Retry",
  retrying = false,
}: ErrorStateProps) {
  const [copied, copyDetails] = useCopy();
  return (
    <div
      data-slot="error-state"
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-6 text-sm"
    >
      <OctagonXIcon aria-hidden className="size-4 shrink-0 text-danger" />
      <p className="font-medium">{message}</p>
      <div className="flex gap-2">
        {onRetry && (
          <Button size="small" pending={retrying} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
        {details && (
          <Button size="small" variant="ghost" onClick={() => copyDetails(details)}>
            {copied === "copied" ? "Copied" : "Copy details"}
          </Button>
        )}
      </div>
      {copied === "refused" && <pre className="w-full whitespace-pre-wrap select-all">{details}</pre>}
    </div>
  );
}
