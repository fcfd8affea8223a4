import { type ReactNode, Suspense, useLayoutEffect } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Failure } from "@/layout/failure.tsx";
import { Section, type SectionState } from "@/layout/section.tsx";
import { focusSection, SECTIONS, type SectionId } from "./sections.ts";
import { useTurn } from "./use-turn.ts";

type LazyPanelProps = {
  /** The sections that stand in their place while their code is not there. */
  ids: readonly SectionId[];
  /** Whether the page itself is there: nothing further loads before. */
  isReady: boolean;
  /** Whether it loads as soon as the page is there, wherever the reader is. */
  isNext?: boolean;
  children: (hasTurn: boolean) => ReactNode;
};

/** By then a section loads even if nobody has come near it (specification 1, sections 4 and 9). */
const LATEST_MS = 5_000;

const IDLE: SectionState = { kind: "idle" };

/** Sections that wait for their turn to load, and whose code the page does not wait for. */
export function LazyPanel({ ids, isReady, isNext = false, children }: LazyPanelProps) {
  const { ref, hasTurn } = useTurn(isReady, isNext ? 0 : LATEST_MS);
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
      <ErrorBoundary FallbackComponent={Failure}>
        <Suspense fallback={<Placeholders ids={ids} />}>{children(hasTurn)}</Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** Hands the focus on to the section that takes its place. */
function Placeholders({ ids }: { ids: readonly SectionId[] }) {
  useLayoutEffect(
    () => () => {
      const focused = ids.find((id) => document.getElementById(id)?.contains(document.activeElement));
      if (focused !== undefined) queueMicrotask(() => focusSection(focused));
    },
    [ids],
  );
  return ids.map((id) => <Section key={id} id={id} title={SECTIONS[id].title} state={IDLE} />);
}
