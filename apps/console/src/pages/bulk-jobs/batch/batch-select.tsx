import type { BatchTime } from "@/components/batches/types.ts";
import { Select } from "@/ui/select.tsx";

type BatchSelectProps = {
  /** Null while they are not known. */
  times: readonly BatchTime[] | null;
  batchId: string | null;
  onChoose: (batchId: string) => void;
};

/** The batches of a kind by the time they were requested, on the clock of New York. */
const BatchSelect = ({ times, batchId, onChoose }: BatchSelectProps) => (
  <Select
    aria-label="Batch date"
    placeholder={times?.length === 0 ? "No batch yet" : "Batch date"}
    disabled={!times?.length}
    options={(times ?? []).map((time) => ({ value: time.batchId, label: labelOf(time) }))}
    value={times?.some((time) => time.batchId === batchId) ? batchId : null}
    onChange={onChoose}
  />
);

export default BatchSelect;

/** "2026-11-21 11:02:05 ET · running · 240 · 8 failed" */
const labelOf = ({ label, total, failed, state }: BatchTime): string =>
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
