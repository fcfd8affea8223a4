import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useId } from "react";
import type { BatchTime } from "@/components/batches/types.ts";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Label } from "@/ui/input.tsx";
import { Select } from "@/ui/select.tsx";
import type { BulkView } from "../use-bulk-view.ts";

type BatchPickerProps = {
  view: BulkView;
  /** Null while they are not known. */
  times: readonly BatchTime[] | null;
};

/** Which batch is shown, by the time it was requested in New York, and whether only what is completed of it. */
export function BatchPicker({ view, times }: BatchPickerProps) {
  const id = useId();
  const isOn = view.rows === "completed";
  const newest = times?.[0]?.batchId;
  const shown = view.batchId ?? newest ?? null;
  const whyNone = times === null ? "The batch dates are still loading." : "There is no batch yet.";
  return (
    <>
      <div className="w-88 max-sm:w-full">
        <Select
          aria-label="Batch date"
          placeholder={times?.length === 0 ? "No batch yet" : "Batch date"}
          disabled={!times?.length}
          options={(times ?? []).map((time) => ({ value: time.batchId, label: batchLabel(time) }))}
          value={times?.some((time) => time.batchId === view.batchId) ? view.batchId : null}
          onChange={(batchId) => view.open(batchId, isOn ? "completed" : "open")}
        />
      </div>
      <Label htmlFor={id} className="flex items-center gap-2 font-normal">
        <Checkbox
          id={id}
          checked={isOn}
          disabled={shown === null}
          title={shown === null ? whyNone : undefined}
          onCheckedChange={(isChecked) => {
            if (shown !== null) view.open(shown, isChecked ? "completed" : "open");
          }}
        />
        {TEXT.showCompletedLabel}
      </Label>
    </>
  );
}

/** "2026-11-21 11:02:05 ET · running · 240 · 8 failed" */
const batchLabel = ({ label, total, failed, state }: BatchTime): string =>
  [
    `${label} ET`,
    state === "RUNNING" && "running",
    state === "PAUSED" && "paused",
    state === "CANCELLED" && "reset",
    total.toLocaleString("en-US"),
    failed > 0 && `${failed.toLocaleString("en-US")} failed`,
  ]
    .filter(Boolean)
    .join(" · ");
