import { expect, type Page } from "@playwright/test";

interface ToastLog {
  /** What every toast of this page has said, in its order. */
  said: string[];
  /** Which of them has been expected, and as what. */
  expected: Set<string>;
}

declare global {
  interface Window {
    toastLog?: ToastLog;
  }
}

/** Has a page remember its toasts: one that is gone before a busy machine looks was said all the same. */
export const rememberToasts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const log: ToastLog = { said: [], expected: new Set() };
    window.toastLog = log;
    const seen = new WeakSet<Element>();
    const look = () => {
      for (const toast of document.querySelectorAll("[data-sonner-toast]")) {
        if (seen.has(toast) || toast.textContent === "") continue;
        seen.add(toast);
        log.said.push(toast.textContent.replace(/\s+/g, " "));
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });

/** Expects the product to say this in a toast that was not expected as this before. */
export const expectToast = (page: Page, message: string | RegExp): Promise<void> => {
  const [source, flags] =
    typeof message === "string"
      ? [message.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i"]
      : [message.source, message.flags];
  const isSaid = () =>
    page.evaluate(
      ([pattern, how]) => {
        const matches = new RegExp(pattern, how);
        const shown = [...document.querySelectorAll("[data-sonner-toast]")].map((toast) => toast.textContent);
        // A page that a test opened itself remembers none: what it shows counts.
        const toastLog = window.toastLog ?? { said: shown, expected: new Set() };
        const found = toastLog.said.findIndex(
          (text, index) => matches.test(text) && !toastLog.expected.has(`${index} ${pattern}`),
        );
        if (found !== -1) toastLog.expected.add(`${found} ${pattern}`);
        return found !== -1;
      },
      [source, flags] as const,
    );
  return expect.poll(isSaid, { message: `a toast that says ${message}` }).toBe(true);
};
