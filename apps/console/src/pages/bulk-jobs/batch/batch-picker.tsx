import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { lazy, Suspense, useId } from "react";
import type { BatchTime } from "@/components/batches/types.ts";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Label } from "@/ui/label.tsx";
import { Skeleton } from "@/ui/skeleton.tsx";
import type { BulkView } from "../use-bulk-view.ts";

/** The page does not wait for its code. */
const BatchSelect = lazy(() => import("./batch-select.tsx"));

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
  const whyNone = times === null ? "The batch dates are not known yet." : "There is no batch yet.";
  return (
    <>
      <div className="w-88 max-sm:w-full">
        <Suspense fallback={<Skeleton className="h-(--control-h)" />}>
          <BatchSelect
            times={times}
            batchId={view.batchId}
            onChoose={(batchId) => view.open(batchId, isOn ? "completed" : "open")}
          />
        </Suspense>
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
