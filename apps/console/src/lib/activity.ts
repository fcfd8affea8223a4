import { readSession } from "./session.ts";

/** When somebody last did something in any window of this browser, in milliseconds. */
const LAST_KEY = "last-active";
const SIGNS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
/** At most one write in this time, because each one reaches every window. */
const WRITE_EVERY_MS = 5_000;

/** Where nothing says when, it is now: whoever emptied the storage of this browser was there. */
export function lastActiveAt(): number {
  if (localStorage.getItem(LAST_KEY) === null) {
    // Whoever has just signed out leaves nothing behind.
    if (readSession() === null) return Date.now();
    markActive();
  }
  return Number(localStorage.getItem(LAST_KEY));
}

export const markActive = (): void => localStorage.setItem(LAST_KEY, String(Date.now()));

/** Notes what a person does, until the returned function is called. What the page does by itself is no activity. */
export function followActivity(): () => void {
  const note = () => {
    if (Date.now() - lastActiveAt() >= WRITE_EVERY_MS) markActive();
  };
  for (const sign of SIGNS) window.addEventListener(sign, note, { capture: true, passive: true });
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, note, { capture: true });
  };
}
