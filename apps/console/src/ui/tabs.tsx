import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { cn } from "@/lib/cn.ts";

type TabsProps<Value extends string> = {
  /** What the list of tabs is called. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** What the chosen tab holds. */
  children: ReactNode;
};

/** One of several views of the same thing. Arrow keys, Home and End move between the tabs. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.findIndex((tab) => tab.value === value);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = focusTarget(event.key, chosen, tabs.length);
    const tab = at === null ? undefined : tabs[at];
    if (at === null || tab === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
  };
  return (
    <div data-slot="tabs" className="grid grid-cols-[minmax(0,1fr)]">
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-1 border-b max-md:flex-nowrap max-md:overflow-x-auto max-md:overflow-y-hidden"
      >
        {tabs.map((tab, at) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={at === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={at === chosen ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={cn(
              "-mb-px h-(--control-h) rounded-t-md max-md:mb-0 max-md:shrink-0 border-b-2 px-3 text-sm font-medium transition-colors duration-120 hover:text-foreground focus-visible:-outline-offset-2",
              at === chosen ? "border-primary text-foreground" : "border-transparent text-muted-foreground",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-3">
        {children}
      </div>
    </div>
  );
}

/** The tab that a key leads to from another, or null for any other key. */
function focusTarget(key: string, from: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (from + 1) % count;
    case "ArrowLeft":
      return (from + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
