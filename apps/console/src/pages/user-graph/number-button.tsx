import { formatCents } from "@countinghouse/validators/money";
import { createContext, useContext } from "react";
import { cn } from "@/lib/cn.ts";
import { amountTone, countText } from "./figures.ts";
import { type NumberId, numberTitle } from "./number-ids.ts";

/** Opens a number of the page, to see what it is made of. */
export const OpenNumber = createContext<(id: NumberId) => void>(() => undefined);

type NumberButtonProps = {
  id: NumberId;
  /** What decides over the colour. */
  value: number;
  text: string;
  /** What the number is of its title: "volume", "count". */
  aspect?: string | undefined;
};

/** A number that says what it is and opens what it is made of. */
export function NumberButton({ id, value, text, aspect }: NumberButtonProps) {
  const open = useContext(OpenNumber);
  const title = numberTitle(id);
  return (
    <button
      type="button"
      aria-label={`${title}${aspect === undefined ? "" : `, ${aspect}`}: ${text}`}
      aria-haspopup="dialog"
      onClick={() => open(id)}
      className={cn(
        "num -mx-1 min-h-6 rounded-sm px-1 decoration-dotted underline-offset-4 hover:underline focus-visible:outline-offset-0",
        amountTone(value),
      )}
    >
      {text}
    </button>
  );
}

type AmountProps = { id: NumberId; cents: number; aspect?: string };

export const Amount = ({ id, cents, aspect }: AmountProps) => (
  <NumberButton id={id} value={cents} text={formatCents(cents)} aspect={aspect} />
);

type CountProps = { id: NumberId; count: number; aspect?: string };

export const Count = ({ id, count, aspect }: CountProps) => (
  <NumberButton id={id} value={count} text={countText(count)} aspect={aspect} />
);
