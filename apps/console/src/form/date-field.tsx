import { DATE_MASK } from "@countinghouse/validators/digit-mask";
import { isCalendarDate } from "@countinghouse/validators/new-york";
import { Calendar } from "lucide-react";
import { useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { cn } from "@/lib/cn.ts";
import { Button } from "@/ui/button.tsx";
import { Input } from "@/ui/input.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";
import { maskInput } from "./mask-input.ts";

type DateFieldProps<Fields extends FieldValues, Output> = FieldProps<Fields, Output> & {
  /** The earliest and the latest day of the calendar, YYYY-MM-DD. */
  min?: string;
  max?: string;
};

/**
 * A day, typed as YYYY-MM-DD or chosen from a calendar. The browser's own date input would show it in the order of the
 * browser's language: only its calendar is used.
 */
export function DateField<Fields extends FieldValues, Output>({
  min,
  max,
  ...props
}: DateFieldProps<Fields, Output>) {
  const { field, isHeld, aria, frame } = useField(props);
  const calendar = useRef<HTMLInputElement>(null);
  const value: string = field.value ?? "";
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <Input
          {...field}
          {...aria}
          value={value}
          inputMode="numeric"
          autoComplete="off"
          placeholder="YYYY-MM-DD"
          readOnly={isHeld}
          className={cn("tabular-nums", !isHeld && "pr-9")}
          onChange={(event) => field.onChange(maskInput(event, DATE_MASK, value))}
        />
        {!isHeld && (
          <>
            <input
              ref={calendar}
              type="date"
              aria-hidden
              tabIndex={-1}
              className="pointer-events-none absolute inset-y-0 right-0 w-9 opacity-0"
              min={min}
              max={max}
              value={isCalendarDate(value) ? value : ""}
              onChange={(event) => field.onChange(event.target.value)}
            />
            <Button
              variant="ghost"
              size="icon-small"
              className="absolute inset-y-0 right-1 my-auto text-muted-foreground"
              onClick={() => calendar.current?.showPicker()}
            >
              <Calendar aria-hidden />
              <span className="sr-only">Choose {props.label} from a calendar</span>
            </Button>
          </>
        )}
      </div>
    </FieldFrame>
  );
}
