import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { stored } from "./stored.ts";

const whole = stored(false);
let watching = 0;

/** Whether all of the page is needed, not only what is near to what is seen: since it was printed or searched by the browser. */
export const useWholePage = (): boolean => useSyncExternalStore(subscribe, whole.get);

function subscribe(listener: () => void): () => void {
  if (watching++ === 0) {
    window.addEventListener("beforeprint", becomeWhole);
    window.addEventListener("keydown", followKey);
  }
  const leave = whole.subscribe(listener);
  return () => {
    leave();
    if (--watching > 0) return;
    window.removeEventListener("beforeprint", becomeWhole);
    window.removeEventListener("keydown", followKey);
    whole.set(false);
  };
}

/** Paper and the browser's search take the page as it stands when they begin. */
const becomeWhole = () => {
  if (!whole.get()) flushSync(() => whole.set(true));
};

const followKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
  if ((ctrlKey || metaKey) && key.toLowerCase() === "f") becomeWhole();
};
