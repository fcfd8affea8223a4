import { cn } from "@/lib/cn.ts";

type FilterTabsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; text: string; count: number }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Which rows of a table are shown, with how many there are of each. */
export const FilterTabs = <Value extends string>({
  label,
  options,
  value,
  onChange,
}: FilterTabsProps<Value>) => (
  <fieldset aria-label={label} data-print="hide" className="flex flex-wrap gap-1">
    {options.map(({ value: each, text, count }) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === value}
        onClick={() => onChange(each)}
        className={cn(
          "h-(--control-h-sm) rounded-md px-2 text-sm transition-colors duration-120",
          each === value
            ? "bg-primary-soft font-medium text-primary-soft-foreground"
            : "text-muted-foreground hover:bg-accent hover:text-accent-foreground",
        )}
      >
        {text} <span className="tabular-nums">{count.toLocaleString("en-US")}</span>
      </button>
    ))}
  </fieldset>
);
