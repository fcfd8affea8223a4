import { useCopy } from "@/lib/copy.ts";
import { Button } from "@/ui/button.tsx";

const WORDS = { idle: "Copy failed ids", copied: "Copied", refused: "The browser does not allow copying" };

/** Puts the ids of the users that failed on the clipboard, a line each. */
export function CopyFailedIds({ ids }: { ids: readonly number[] }) {
  const [state, copy] = useCopy();
  return (
    <Button size="small" onClick={() => copy(ids.join("\n"))}>
      <span aria-live="polite">{WORDS[state]}</span>
    </Button>
  );
}
