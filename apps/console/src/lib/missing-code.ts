import { stored } from "./stored.ts";
import { waitingToasts } from "./toast.ts";
import { hasUnsavedChanges } from "./unsaved-changes.ts";

const RELOADED_AT = "reloaded-at";
/** A second reload so soon would find what the first one found. */
const ONCE_IN_MS = 5 * 60_000;

const missing = new WeakSet<object>();

/** Whether part of this page's code could not be fetched: after a new build the files of the old one are gone. */
export const codeIsMissing = stored(false);

/** Whether this was thrown because code could not be fetched: trying again without a reload fails again. */
export const isMissingCode = (error: unknown): boolean =>
  typeof error === "object" && error !== null && missing.has(error);

type FollowMissingCode = {
  /** Whether something was sent whose answer has yet to be shown. */
  isBusy: () => boolean;
  reload?: () => void;
};

/**
 * Reloads the page when its code is gone: once, only when the server answers, and only when nothing that was entered,
 * sent or said would be lost. Else the banner asks for it. Listens until the returned function is called.
 */
export function followMissingCode({ isBusy, reload = reloadPage }: FollowMissingCode): () => void {
  const mayReload = () => !isBusy() && !hasUnsavedChanges() && waitingToasts.get().length === 0;
  const follow = async ({ payload }: VitePreloadErrorEvent) => {
    missing.add(payload);
    codeIsMissing.set(true);
    if (!mayReload() || !(await serverAnswers()) || !mayReload() || !firstInAWhile()) return;
    reload();
  };
  const listener = (event: VitePreloadErrorEvent) => void follow(event);
  window.addEventListener("vite:preloadError", listener);
  return () => {
    window.removeEventListener("vite:preloadError", listener);
    codeIsMissing.set(false);
  };
}

export const reloadPage = (): void => window.location.reload();

const serverAnswers = (): Promise<boolean> =>
  fetch(window.location.pathname, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** False as well where the browser keeps nothing: without a memory of the last reload there would be no end of them. */
function firstInAWhile(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < ONCE_IN_MS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
