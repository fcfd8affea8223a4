import { ChevronDownIcon } from "lucide-react";
import { cn } from "@/lib/cn.ts";
import { buttonVariants } from "@/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/ui/dropdown-menu.tsx";
import { takeFocus } from "@/ui/take-focus.ts";
import { chipClass, type FilterChipProps } from "./filter-chip-look.ts";

type FilterMenuProps = FilterChipProps<string> & { label: string };

/** The choices of a filter. */
export default function FilterMenu({
  label,
  choices,
  chosen,
  isMultiple = false,
  onChange,
}: FilterMenuProps) {
  const entries = Object.entries(choices);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger
        ref={takeFocus}
        className={cn(buttonVariants({ size: "small" }), chipClass(chosen.length > 0))}
      >
        {label}
        <ChevronDownIcon aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {isMultiple ? (
          entries.map(([value, text]) => (
            <DropdownMenuCheckboxItem
              key={value}
              checked={chosen.includes(value)}
              onCheckedChange={(isOn) =>
                onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            >
              {text}
            </DropdownMenuCheckboxItem>
          ))
        ) : (
          <DropdownMenuRadioGroup
            value={chosen[0] ?? ""}
            onValueChange={(value: string) => onChange(value === "" ? [] : [value])}
          >
            <DropdownMenuRadioItem value="" closeOnClick>
              Any
            </DropdownMenuRadioItem>
            {entries.map(([value, text]) => (
              <DropdownMenuRadioItem key={value} value={value} closeOnClick>
                {text}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
