import { vi } from "vitest";

/** Lets every section be on the screen, where the test's own window has no place for any. */
export function seeEverything(): void {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly seen: IntersectionObserverCallback;

      constructor(seen: IntersectionObserverCallback) {
        this.seen = seen;
      }

      observe(target: Element): void {
        const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry;
        queueMicrotask(() => this.seen([entry], this as unknown as IntersectionObserver));
      }

      disconnect(): void {}
    },
  );
}
