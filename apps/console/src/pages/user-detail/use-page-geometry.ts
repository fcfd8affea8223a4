import { useEffect, useEffectEvent, useState } from "react";

/**
 * What `read` measures of the page (scroll position, places of elements); `initial` until it was first measured. It is
 * asked when the page has moved or changed its size, never while React renders: that would force a layout.
 */
export function usePageGeometry<Value>(read: () => Value, initial: Value): Value {
  const [value, setValue] = useState(initial);
  const measure = useEffectEvent(() => setValue(() => read()));
  useEffect(() => {
    const onChange = () => measure();
    const observer = new ResizeObserver(onChange);
    observer.observe(document.body);
    window.addEventListener("scroll", onChange, { passive: true });
    window.addEventListener("resize", onChange);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", onChange);
      window.removeEventListener("resize", onChange);
    };
  }, []);
  return value;
}

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
