import { useCopy } from "@/lib/copy.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

/** The pasted ids that are nobody's, each by its name. */
export function MissingIds({ ids }: { ids: readonly number[] }) {
  const [state, copyIds] = useCopy();
  if (ids.length === 0) return null;
  return (
    <Alert
      tone="warning"
      live="polite"
      action={
        <Button size="small" className="self-start" onClick={() => copyIds(ids.join("\n"))}>
          {state === "copied" ? "Copied" : "Copy ids"}
        </Button>
      }
    >
      <p className="font-medium">
        {ids.length === 1 ? "1 id was not found" : `${ids.length.toLocaleString("en-US")} ids were not found`}
      </p>
      <p className="tabular-nums [overflow-wrap:anywhere]">{ids.join(", ")}</p>
      {state === "refused" && <p>The browser does not allow copying</p>}
    </Alert>
  );
}
