import { createContext, type ReactNode, useContext, useId } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { cn } from "@/lib/cn.ts";
import { useDelayed } from "@/lib/timers.ts";
import { cardClass } from "@/ui/card.tsx";
import { ProgressLine, Skeleton } from "@/ui/progress.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { Failure } from "./failure.tsx";

/** How many lines a section usually has; on a small screen more, where that is said. */
export type SkeletonLines = number | { usual: number; small: number };

export type SectionState =
  /** Not its turn to load yet. */
  | { kind: "idle" }
  | { kind: "loading"; lines?: SkeletonLines | undefined }
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

/** How high sections usually are once they are there, in pixels by id: the place that is kept for them until then. */
export const UsualHeights = createContext<Readonly<Record<string, number>>>({});

/** The heading of a section, and its edge. */
const HEADING_PX = 46;
const LINE_PX = 24;
/** What the edges of a skeleton take beyond its lines. */
const EDGES_PX = 8;
const ROOT_PX = 16;

const inRem = (pixels: number): string => `${pixels / ROOT_PX}rem`;

/** A panel of a page. It loads, stays empty and fails on its own; the panels around it do not notice. */
export function Section({ id, title, count, actions, state = READY, children }: SectionProps) {
  const headingId = useId();
  const usual = useContext(UsualHeights)[id];
  return (
    <section
      id={id}
      data-section
      data-state={state.kind}
      aria-labelledby={headingId}
      aria-busy={state.kind === "loading" || undefined}
      className={cn(cardClass, "relative")}
    >
      <header className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-2">
        <h2 id={headingId} tabIndex={-1} className="text-lg font-semibold tracking-[-0.01em] outline-none">
          {title}
        </h2>
        {state.kind === "empty" && (
          <p className="min-w-0 flex-1 basis-24 text-sm text-muted-foreground">{state.title}</p>
        )}
        {count !== undefined && state.kind !== "empty" && (
          <span className="text-sm text-muted-foreground">{count.toLocaleString("en-US")}</span>
        )}
        {actions && (
          <div data-print="hide" className="ml-auto flex min-w-0 flex-wrap items-center gap-2">
            {actions}
          </div>
        )}
      </header>
      {state.kind === "ready" && state.refreshing && <ProgressLine />}
      <ErrorBoundary FallbackComponent={Failure}>
        <SectionBody state={state} kept={usual && usual - HEADING_PX}>
          {children}
        </SectionBody>
      </ErrorBoundary>
    </section>
  );
}

type SectionBodyProps = { state: SectionState; kept: number | undefined; children: ReactNode };

function SectionBody({ state, kept, children }: SectionBodyProps) {
  switch (state.kind) {
    case "idle":
      return (
        <div aria-hidden className="px-4 pb-4" style={{ minHeight: inRem(kept ?? 0) }}>
          <div className="h-3 w-40 rounded-sm bg-muted" />
        </div>
      );
    case "loading":
      return <SectionSkeleton heights={heightsOf(kept, state.lines)} />;
    case "empty":
      return state.action ? <div className="px-4 pb-3">{state.action}</div> : null;
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

type Heights = { usual: number; small: number };

function heightsOf(kept: number | undefined, lines: SkeletonLines = 3): Heights {
  const { usual, small } = typeof lines === "number" ? { usual: lines, small: lines } : lines;
  const toHeight = (count: number) => kept ?? count * LINE_PX + EDGES_PX;
  return { usual: toHeight(usual), small: toHeight(small) };
}

function SectionSkeleton({ heights: { usual, small } }: { heights: Heights }) {
  const isSlow = useDelayed(true);
  const lines = Math.floor((usual - EDGES_PX) / LINE_PX);
  const style: Record<`--${string}`, string> = { "--usual": inRem(usual), "--small": inRem(small) };
  return (
    <div
      className="grid min-h-(--usual) content-start gap-3 px-4 pt-1 pb-4 max-sm:min-h-(--small)"
      style={style}
    >
      {isSlow &&
        Array.from({ length: lines }, (_, line) => <Skeleton key={line} className={WIDTHS[line % 3]} />)}
    </div>
  );
}

const WIDTHS = ["w-4/5", "w-3/5", "w-2/3"];
