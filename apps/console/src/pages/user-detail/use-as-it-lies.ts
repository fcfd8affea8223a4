import { useEffect, useRef, useState } from "react";

/**
 * What `read` says of the page as it lies, `initial` until it lies there. It is asked when the page has moved or changed
 * its size, never while React renders: the browser would have to lay the page out then and there.
 */
export function useAsItLies<Value>(read: () => Value, initial: Value): Value {
  const [value, setValue] = useState(initial);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    const hear = () => setValue(() => latest.current());
    const observer = new ResizeObserver(hear);
    observer.observe(document.body);
    window.addEventListener("scroll", hear, { passive: true });
    window.addEventListener("resize", hear);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", hear);
      window.removeEventListener("resize", hear);
    };
  }, []);
  return value;
}
