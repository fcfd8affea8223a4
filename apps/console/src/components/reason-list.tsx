import { useId } from "react";
import { cn } from "@/lib/cn.ts";
import { radioClass } from "@/ui/checkbox.tsx";

type ReasonListProps<Reason extends string> = {
  label: string;
  reasons: readonly Reason[];
  value: Reason | null;
  onChange: (reason: Reason) => void;
  disabled: boolean;
  /** The id of what is wrong with the choice. */
  describedBy?: string | undefined;
  className?: string;
};

/** Reasons, of which one is chosen. Unlike a field of a form it is not checked on leaving. */
export function ReasonList<Reason extends string>({
  label,
  reasons,
  value,
  onChange,
  disabled,
  describedBy,
  className,
}: ReasonListProps<Reason>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={describedBy ? true : undefined}
      aria-describedby={describedBy}
      className={cn("-mx-2 grid gap-x-4", className)}
    >
      {reasons.map((reason) => (
        <label
          key={reason}
          className="flex min-h-(--control-h) items-center gap-2.5 rounded-md px-2 py-1 hover:bg-accent"
        >
          <input
            type="radio"
            data-slot="input"
            className={radioClass}
            name={name}
            checked={value === reason}
            disabled={disabled}
            onChange={() => onChange(reason)}
          />
          {reason}
        </label>
      ))}
    </div>
  );
}
