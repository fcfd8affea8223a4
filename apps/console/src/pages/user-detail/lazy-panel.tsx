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
  children: (hasTurn: boolean) => ReactNode;
};

const IDLE: SectionState = { kind: "idle" };

/** Sections that wait for their turn to load, and whose code the page does not wait for. */
export function LazyPanel({ ids, isReady, children }: LazyPanelProps) {
  const { ref, hasTurn } = useTurn(isReady);
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
