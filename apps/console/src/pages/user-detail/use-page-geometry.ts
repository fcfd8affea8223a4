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
