import { type ReactNode, useId } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { cn } from "@/lib/cn.ts";
import { useDelayed } from "@/lib/use-delayed.ts";
import { cardClass } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { ErrorState } from "@/ui/error-state.tsx";
import { ProgressLine } from "@/ui/progress-line.tsx";
import { Skeleton } from "@/ui/skeleton.tsx";
import { Failure } from "./failure.tsx";

export type SectionState =
  /** Not its turn to load yet. */
  | { kind: "idle" }
  | { kind: "loading"; lines?: number | undefined }
  | { kind: "ready"; refreshing?: boolean }
  | { kind: "empty"; title: string; action?: ReactNode }
  | { kind: "error"; error: unknown; message?: string | undefined; retry: () => void; retrying: boolean }
  | { kind: "forbidden"; reason: string };

type SectionProps = {
  /** The anchor, as in `#notes`. */
  id: string;
  title: string;
  count?: number | undefined;
  actions?: ReactNode;
  state?: SectionState;
  children?: ReactNode;
};

const READY: SectionState = { kind: "ready" };

/** A panel of a page. It loads, stays empty and fails on its own; the panels around it do not notice. */
export function Section({ id, title, count, actions, state = READY, children }: SectionProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      data-section
      data-state={state.kind}
      aria-labelledby={headingId}
      aria-busy={state.kind === "loading" || undefined}
      className={cn(cardClass, "relative")}
    >
      <header className="flex min-h-11 items-center gap-2 px-4 py-2">
        <h2 id={headingId} tabIndex={-1} className="text-lg font-semibold tracking-[-0.01em] outline-none">
          {title}
        </h2>
        {count !== undefined && (
          <span className="text-sm text-muted-foreground">{count.toLocaleString("en-US")}</span>
        )}
        {actions && (
          <div data-print="hide" className="ml-auto flex items-center gap-2">
            {actions}
          </div>
        )}
      </header>
      {state.kind === "ready" && state.refreshing && <ProgressLine />}
      <ErrorBoundary FallbackComponent={Failure}>
        <SectionBody state={state}>{children}</SectionBody>
      </ErrorBoundary>
    </section>
  );
}

function SectionBody({ state, children }: { state: SectionState; children: ReactNode }) {
  switch (state.kind) {
    case "idle":
      return <div aria-hidden className="mx-4 mb-4 h-3 w-40 rounded-sm bg-muted" />;
    case "loading":
      return <SectionSkeleton lines={state.lines ?? 3} />;
    case "empty":
      return <EmptyState title={state.title} action={state.action} />;
    case "forbidden":
      return <p className="px-4 pb-4 text-sm text-muted-foreground">{state.reason}</p>;
    case "error": {
      const details = errorDetails(state.error);
      return (
        <ErrorState
          message={state.message ?? details.message}
          details={detailsText(details)}
          onRetry={state.retry}
          retrying={state.retrying}
        />
      );
    }
    default:
      return <div className="px-4 pb-4">{children}</div>;
  }
}

function SectionSkeleton({ lines }: { lines: number }) {
  const isSlow = useDelayed(true);
  return (
    <div className="grid gap-3 px-4 pt-1 pb-4" style={{ minHeight: `${lines * 1.5}rem` }}>
      {isSlow &&
        Array.from({ length: lines }, (_, line) => <Skeleton key={line} className={WIDTHS[line % 3]} />)}
    </div>
  );
}

const WIDTHS = ["w-4/5", "w-3/5", "w-2/3"];
