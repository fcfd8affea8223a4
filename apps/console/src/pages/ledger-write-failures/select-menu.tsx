import { ChevronDownIcon } from "lucide-react";
import { buttonVariants } from "@/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/ui/dropdown-menu.tsx";
import type { Failure } from "./use-failures.ts";

type SelectMenuProps = {
  heading: string;
  /** Those that are not being written again. */
  failures: readonly Failure[];
  onSelect: (ids: readonly string[]) => void;
};

/** The causes with the most failures; what is left then has few of each. */
const MOST_CAUSES = 12;
const NO_CAUSE = "Without a message";

/** Selects all failures of a group, those of its other pages as well, or those of one cause, to be retried or deleted together. */
export function SelectMenu({ heading, failures, onSelect }: SelectMenuProps) {
  const causes = [...Map.groupBy(failures, ({ errorMessage }) => errorMessage || NO_CAUSE)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_CAUSES);
  const select = (of: readonly Failure[]) => onSelect(of.map(({ id }) => id));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`Select failures of ${heading}`}
        className={buttonVariants({ variant: "ghost", size: "small" })}
      >
        Select
        <ChevronDownIcon aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-96">
        <DropdownMenuItem onClick={() => select(failures)}>
          All {failures.length.toLocaleString("en-US")} of {heading}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        {causes.map(([cause, of]) => (
          <DropdownMenuItem key={cause} title={cause} onClick={() => select(of)}>
            <span className="num shrink-0">{of.length.toLocaleString("en-US")}</span>
            <span className="truncate">{cause}</span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
