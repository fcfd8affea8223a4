import { formatNewYork } from "@countinghouse/validators/new-york";
import { useReadAsOf } from "@/api/read-as-of.ts";

/** Says that what a procedure answered is as of a moment ago; nothing where it is as of now. */
export function ReadAsOf({ of }: { of: string }) {
  const at = useReadAsOf(of);
  if (at === null) return null;
  return (
    <output className="text-sm text-muted-foreground">
      Data as of {formatNewYork(new Date(at), "dateTime")} ET. Newer changes will follow.
    </output>
  );
}
