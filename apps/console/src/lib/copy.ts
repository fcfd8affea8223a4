import { useCallback, useEffect, useState } from "react";

/** Puts `text` on the clipboard; false when the browser refuses. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export type CopyState = "idle" | "copied" | "refused";

/** A copy action and, for two seconds, how it went. */
export function useCopy(): [CopyState, (text: string) => void] {
  const [state, setState] = useState<CopyState>("idle");
  useEffect(() => {
    if (state !== "copied") return undefined;
    const timer = setTimeout(() => setState("idle"), 2_000);
    return () => clearTimeout(timer);
  }, [state]);
  const run = useCallback((text: string) => {
    void copy(text).then((done) => setState(done ? "copied" : "refused"));
  }, []);
  return [state, run];
}
