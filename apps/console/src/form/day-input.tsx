import { DATE_MASK, yearFirst } from "@countinghouse/validators/contact/digit-mask";
import { isCalendarDate } from "@countinghouse/validators/new-york";
import { Calendar } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { cn } from "@/lib/cn.ts";
import { Button } from "@/ui/button.tsx";
import { Input } from "@/ui/input.tsx";
import { maskInput } from "./masked-field.tsx";

type DayInputProps = Omit<ComponentProps<typeof Input>, "value" | "onChange"> & {
  /** What the day is, for the button of the calendar. */
  label: string;
  value: string;
  onChange: (day: string) => void;
  isDisabled?: boolean;
  /** The earliest and the latest day of the calendar, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
};

/**
 * A day, typed as YYYY-MM-DD or MM/DD/YY, or chosen from a calendar. The browser's own date input would show it in the order of the
 * browser's language: only its calendar is used.
 */
export function DayInput({
  label,
  value,
  onChange,
  isDisabled = false,
  min,
  max,
  className,
  ...props
}: DayInputProps) {
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <div className={cn("relative", className)}>
      <Input
        {...props}
        value={value}
        inputMode="numeric"
        autoComplete="off"
        placeholder="YYYY-MM-DD"
        readOnly={isDisabled}
        className={cn("tabular-nums", !isDisabled && "pr-9")}
        onChange={(event) => onChange(maskInput(event, DATE_MASK, value))}
        onBlur={(event) => {
          if (yearFirst(value) !== value) onChange(yearFirst(value));
          props.onBlur?.(event);
        }}
      />
      {!isDisabled && (
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
            onChange={(event) => onChange(event.target.value)}
          />
          <Button
            variant="ghost"
            size="icon-small"
            className="absolute inset-y-0 right-1 my-auto text-muted-foreground"
            onClick={() => calendar.current?.showPicker()}
          >
            <Calendar aria-hidden />
            <span className="sr-only">Choose {label} from a calendar</span>
          </Button>
        </>
      )}
    </div>
  );
}
