import { useState } from "react";
import { cn } from "@/lib/cn.ts";
import { Button } from "@/ui/button.tsx";

const LONG_CHARACTERS = 480;
const LONG_LINES = 6;

/** Shows a note as typed, with markup as text. A long note is folded. */
export function NoteText({ text }: { text: string }) {
  const [unfolded, setUnfolded] = useState(false);
  const isLong = text.length > LONG_CHARACTERS || text.split("\n").length > LONG_LINES;
  return (
    <div className="py-1.5">
      <p
        dir="auto"
        className={cn(
          "whitespace-pre-wrap [overflow-wrap:anywhere] print:line-clamp-none",
          isLong && !unfolded && "line-clamp-6",
        )}
      >
        {text}
      </p>
      {isLong && (
        <Button
          variant="link"
          size="small"
          className="-ml-2"
          data-print="hide"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? "Show less" : "Show more"}
        </Button>
      )}
    </div>
  );
}
