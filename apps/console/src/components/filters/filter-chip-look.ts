import { cn } from "@/lib/cn.ts";

export type FilterChipProps<Value extends string> = {
  title: string;
  choices: Readonly<Record<Value, string>>;
  /** The chosen values. A row must match all of them. */
  chosen: readonly Value[];
  /** Several values can be chosen. */
  isMultiple?: boolean;
  onChange: (chosen: Value[]) => void;
};

export const chipClass = (isOn: boolean): string =>
  cn("rounded-full", isOn ? "border-primary bg-accent" : "border-dashed text-muted-foreground");
