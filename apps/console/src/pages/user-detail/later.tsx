import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Failure } from "@/layout/failure.tsx";
import { Section, type SectionState } from "@/layout/section.tsx";
import { SECTIONS, type SectionId } from "./sections.ts";
import { useTurn } from "./use-turn.ts";

type LaterProps = {
  /** The sections that stand in their place while their code is not there. */
  ids?: readonly SectionId[];
  /** Whether the page itself is there: nothing further loads before. */
  isReady: boolean;
  children: (hasTurn: boolean) => ReactNode;
};

const IDLE: SectionState = { kind: "idle" };

/** Sections that wait for their turn to load, and whose code the page does not wait for. */
export function Later({ ids = [], isReady, children }: LaterProps) {
  const { ref, hasTurn } = useTurn(isReady);
  const standIns = ids.map((id) => <Section key={id} id={id} title={SECTIONS[id]} state={IDLE} />);
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
      <ErrorBoundary FallbackComponent={Failure}>
        <Suspense fallback={standIns}>{children(hasTurn)}</Suspense>
      </ErrorBoundary>
    </div>
  );
}
