import {
  type ReactNode,
  type RefCallback,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Failure } from "@/layout/failure.tsx";
import { Section, type SectionState } from "@/layout/section.tsx";
import { focusSection, SECTIONS, type SectionId } from "./sections.ts";

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

/** How far below the screen a section begins to load. */
const NEAR_PX = 600;

type Turn = {
  /** For the element whose coming near the screen gives the turn. */
  ref: RefCallback<HTMLElement>;
  hasTurn: boolean;
};

/** Whether it is a section's turn to load: once it is near the screen, and so long after `isReady` at the latest. */
function useTurn(isReady: boolean, latestMs: number): Turn {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [hasTurn, setHasTurn] = useState(false);
  useEffect(() => {
    if (!isReady || hasTurn || element === null) return undefined;
    // Twenty sections may have theirs at once: whoever presses a key meanwhile does not wait for them.
    const take = () => startTransition(() => setHasTurn(true));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) take();
      },
      { rootMargin: `${NEAR_PX}px 0px` },
    );
    observer.observe(element);
    const timer = setTimeout(take, latestMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [isReady, hasTurn, element, latestMs]);
  return { ref: useCallback((found) => setElement(found), []), hasTurn };
}
