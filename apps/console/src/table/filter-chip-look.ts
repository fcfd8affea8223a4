import { cn } from "@/lib/cn.ts";

export type FilterChipProps<Value extends string> = {
  title: string;
  choices: Readonly<Record<Value, string>>;
  /** What is chosen: of several all have to hold. */
  chosen: readonly Value[];
  /** Whether more than one can be chosen. */
  isMultiple?: boolean;
  onChange: (chosen: Value[]) => void;
};

export const chipClass = (isOn: boolean): string =>
  cn("rounded-full", isOn ? "border-primary bg-accent" : "border-dashed text-muted-foreground");
