import { usePageGeometry } from "./use-page-geometry.ts";

const TOLERANCE_PX = 24;

/** The section being read: the last one whose top has passed the sticky bars, at the end of the page the last. */
export const useScrollSpy = <Id extends string>(ids: readonly Id[]): Id | undefined =>
  usePageGeometry(() => currentSection(ids), ids[0]);

function currentSection<Id extends string>(ids: readonly Id[]): Id | undefined {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const line = (Number.parseFloat(scrollPaddingTop) || 0) + TOLERANCE_PX;
  const isAtEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 1;
  if (isAtEnd) return ids.at(-1);
  const passed = ids.findLast(
    (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? line + 1) <= line,
  );
  return passed ?? ids[0];
}
