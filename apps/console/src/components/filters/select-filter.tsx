import type { ComponentProps } from "react";
import { Select } from "@/ui/select.tsx";
import { LabelledFilter } from "./labelled-filter.tsx";

type SelectFilterProps<Value extends string> = Omit<ComponentProps<typeof Select<Value>>, "id"> & {
  label: string;
};

/** A select above a table, with its label. */
export const SelectFilter = <Value extends string>({ label, ...select }: SelectFilterProps<Value>) => (
  <LabelledFilter label={label}>{(id) => <Select id={id} {...select} />}</LabelledFilter>
);
