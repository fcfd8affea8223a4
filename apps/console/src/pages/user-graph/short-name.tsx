import { shortRevenueName } from "@countinghouse/validators/bank-statistics/rules";
import { useId } from "react";
import { EmptyCell } from "@/table/cells.tsx";
import { Tooltip } from "@/ui/tooltip.tsx";

/** A name cut to 30 characters; the whole of it is in the tooltip, and read aloud. */
export function ShortName({ name }: { name: string }) {
  const id = useId();
  if (name === "") return <EmptyCell />;
  const short = shortRevenueName(name);
  if (short === name) return name;
  return (
    <>
      <Tooltip content={name}>
        <button
          type="button"
          aria-describedby={id}
          className="max-w-full cursor-default truncate rounded-sm align-bottom"
        >
          {short}
        </button>
      </Tooltip>
      <span id={id} hidden>
        {name}
      </span>
    </>
  );
}
