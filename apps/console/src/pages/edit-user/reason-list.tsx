import {
  EDIT_USER_LABELS as LABEL,
  type ManualAdjustmentReason,
} from "@countinghouse/validators/edit-user-rules";
import { useId } from "react";
import { radioClass } from "@/ui/radio-style.ts";

type ReasonListProps = {
  reasons: readonly ManualAdjustmentReason[];
  value: ManualAdjustmentReason | null;
  onChange: (reason: ManualAdjustmentReason) => void;
  held: boolean;
};

/** The reasons for a manual adjustment, of which one is chosen. */
export function ReasonList({ reasons, value, onChange, held }: ReasonListProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={LABEL.manualAdjustmentReason} className="grid gap-x-4 sm:grid-cols-2">
      {reasons.map((reason) => (
        <label
          key={reason}
          className="flex min-h-(--control-h) items-center gap-2.5 rounded-md px-2 py-1 hover:bg-accent"
        >
          <input
            type="radio"
            className={radioClass}
            name={name}
            checked={value === reason}
            disabled={held}
            onChange={() => onChange(reason)}
          />
          {reason}
        </label>
      ))}
    </div>
  );
}
