import { useSyncExternalStore } from "react";

/** Whether the page has been scrolled by more than `pixels`. */
export const useScrolledPast = (pixels: number): boolean =>
  useSyncExternalStore(subscribeToScroll, () => window.scrollY > pixels);

/** Hears of every movement of the page, and of changes of its size. */
export function subscribeToScroll(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  window.addEventListener("resize", listener);
  return () => {
    window.removeEventListener("scroll", listener);
    window.removeEventListener("resize", listener);
  };
}
