import { type ReactNode, useId } from "react";
import { Label } from "@/ui/input.tsx";

type LabelledFilterProps = {
  label: string;
  children: (id: string) => ReactNode;
};

/** A control above a table, under its name. */
export function LabelledFilter({ label, children }: LabelledFilterProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children(id)}
    </div>
  );
}
