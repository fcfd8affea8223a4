import { categoriesFor, type TransactionTag } from "@countinghouse/validators/bank-statistics/rules";
import { PencilIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/button.tsx";
import { Popover, PopoverContent, PopoverTitle, PopoverTrigger } from "@/ui/popover.tsx";
import { tagLabel } from "./number-ids.ts";

type CategoryCellProps = {
  name: string;
  amountCents: number;
  category: TransactionTag;
  told: TransactionTag | null;
  disabledReason: string | null;
  pending: boolean;
  onChange: (category: TransactionTag | null) => void;
};

/** What a transaction is taken for, beside it what the bank's words say where staff say otherwise, and the way to change it. */
export function CategoryCell({
  name,
  amountCents,
  category,
  told,
  disabledReason,
  pending,
  onChange,
}: CategoryCellProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (next: TransactionTag | null) => {
    setOpen(false);
    if (next !== category) onChange(next);
  };
  return (
    <span className="flex items-center justify-between gap-1">
      <span className="min-w-0 truncate">
        {tagLabel(category)}
        {told !== null && <span className="text-muted-foreground"> (bank: {tagLabel(told)})</span>}
      </span>
      <Popover open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger
          render={
            <Button
              variant="ghost"
              size="icon-small"
              aria-label={`Change category of ${name}`}
              disabledReason={disabledReason}
              pending={pending}
            >
              <PencilIcon aria-hidden />
            </Button>
          }
        />
        <PopoverContent className="grid max-h-96 w-64 gap-1 overflow-y-auto p-2">
          <PopoverTitle>Change category</PopoverTitle>
          {told !== null && (
            <Button size="small" onClick={() => choose(null)}>
              Back to the bank's: {tagLabel(told)}
            </Button>
          )}
          {categoriesFor(amountCents).map((each) => (
            <Button
              key={each}
              size="small"
              variant="ghost"
              aria-pressed={each === category}
              className="justify-start aria-pressed:font-semibold"
              onClick={() => choose(each === told ? null : each)}
            >
              {tagLabel(each)}
            </Button>
          ))}
        </PopoverContent>
      </Popover>
    </span>
  );
}
