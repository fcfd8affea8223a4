import type { ComponentProps } from "react";
import { DayInput } from "@/form/day-input.tsx";
import { LabelledFilter } from "./labelled-filter.tsx";

/** A day above a table, with its label. */
export const DayFilter = (day: Omit<ComponentProps<typeof DayInput>, "id" | "className">) => (
  <LabelledFilter label={day.label}>{(id) => <DayInput id={id} className="w-40" {...day} />}</LabelledFilter>
);
