import { ChevronDownIcon, XIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button.tsx";
import { chipClass, type FilterChipProps } from "./filter-chip-look.ts";

const FilterMenu = lazy(() => import("./filter-menu.tsx"));

/** One filter above a list, with its choice and a button that clears it. The choices load with the first click. */
export function FilterChip<Value extends string>(props: FilterChipProps<Value>) {
  const { title, choices, chosen, onChange } = props;
  const [isWanted, setWanted] = useState(false);
  const isChoice = (value: string): value is Value => value in choices;
  const isOn = chosen.length > 0;
  const label = isOn ? `${title}: ${chosen.map((value) => choices[value]).join(" and ")}` : title;
  const button = (
    <Button size="small" className={chipClass(isOn)} onClick={() => setWanted(true)}>
      {label}
      <ChevronDownIcon aria-hidden />
    </Button>
  );
  return (
    <span className="inline-flex items-center">
      {isWanted ? (
        <Suspense fallback={button}>
          <FilterMenu {...props} label={label} onChange={(values) => onChange(values.filter(isChoice))} />
        </Suspense>
      ) : (
        button
      )}
      {isOn && (
        <Button
          variant="ghost"
          size="icon-small"
          aria-label={`Clear ${title}`}
          title={`Clear ${title}`}
          onClick={() => onChange([])}
        >
          <XIcon aria-hidden />
        </Button>
      )}
    </span>
  );
}
