import { useEffect, useEffectEvent, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft } from "@/lib/drafts.ts";

const KEEP_AFTER_MS = 800;
/** A text that is far too long is not kept: the browser has little room. */
const MOST_KEPT = 100_000;

/** The pasted text of a screen, which survives a reload. `key` names admin and screen; null while one is not known. */
export function useIdDraft(key: string | null) {
  const [text, setText] = useState("");
  const [recoveredAt, setRecoveredAt] = useState<Date | null>(null);
  /** What was typed and is not kept yet. */
  const unkept = useRef<string | null>(null);
  const keepNow = useEffectEvent(() => {
    if (key !== null && unkept.current !== null) keep(key, unkept.current);
    unkept.current = null;
  });
  const [recoveredKey, setRecoveredKey] = useState<string | null>(null);
  if (key !== null && key !== recoveredKey) {
    setRecoveredKey(key);
    const kept = readDraft(key);
    if (kept !== null && text === "") {
      setText(kept.text);
      setRecoveredAt(kept.savedAt);
    }
  }
  useEffect(() => {
    const keepAll = () => keepNow();
    const timer = setInterval(keepAll, KEEP_AFTER_MS);
    window.addEventListener("pagehide", keepAll);
    return () => {
      clearInterval(timer);
      window.removeEventListener("pagehide", keepAll);
      keepNow();
    };
  }, []);
  const change = (next: string) => {
    unkept.current = next;
    setRecoveredAt(null);
    setText(next);
  };
  return { text, recoveredAt, change, clear: () => change("") };
}

function keep(key: string, text: string): void {
  if (text === "" || text.length > MOST_KEPT) dropDraft(key);
  else keepDraft(key, { text, savedAt: new Date(), version: null });
}
