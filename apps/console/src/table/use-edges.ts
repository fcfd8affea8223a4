import { type RefObject, useEffect } from "react";

/** Keeps shadows and pinned columns where they belong while a table scrolls sideways (`edges.ts`). */
export function useEdges(frame: RefObject<HTMLElement | null>, shown: readonly string[]): void {
  const columns = shown.join();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let isOver = false;
    let leave: (() => void) | undefined;
    void import("./edges.ts").then(({ followEdges }) => {
      if (!isOver) leave = followEdges(element, columns);
    });
    return () => {
      isOver = true;
      leave?.();
    };
  }, [frame, columns]);
}

/** What each column is wide now, in pixels by its id. */
export const measureColumns = (frame: HTMLElement | null): Record<string, number> =>
  Object.fromEntries(
    [...(frame?.querySelectorAll<HTMLElement>("thead th[data-column]") ?? [])].map((head) => [
      head.dataset.column ?? "",
      Math.round(head.offsetWidth),
    ]),
  );
