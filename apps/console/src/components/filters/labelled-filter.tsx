import { type ComponentProps, type ReactNode, useId } from "react";
import { Label } from "@/ui/input.tsx";
import { Select } from "@/ui/select.tsx";

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

type SelectFilterProps<Value extends string> = Omit<ComponentProps<typeof Select<Value>>, "id"> & {
  label: string;
};

/** A select above a table, with its label. */
export const SelectFilter = <Value extends string>({ label, ...select }: SelectFilterProps<Value>) => (
  <LabelledFilter label={label}>{(id) => <Select id={id} {...select} />}</LabelledFilter>
);
