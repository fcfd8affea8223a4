import { useCopy } from "@/lib/copy.ts";
import { Button } from "@/ui/button.tsx";

const WORDS = { copied: "Copied", refused: "The browser does not allow copying" };

type CopyFailedIdsProps = { ids: readonly number[]; withCancelled: boolean };

/** Puts the ids of the users that failed, or were cancelled, on the clipboard, a line each. */
export function CopyFailedIds({ ids, withCancelled }: CopyFailedIdsProps) {
  const [state, copy] = useCopy();
  const idle = withCancelled ? "Copy failed and cancelled ids" : "Copy failed ids";
  return (
    <Button size="small" onClick={() => copy(ids.join("\n"))}>
      <span aria-live="polite">{state === "idle" ? idle : WORDS[state]}</span>
    </Button>
  );
}
