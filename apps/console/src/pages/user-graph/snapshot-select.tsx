import { Combobox } from "@/ui/combobox.tsx";
import type { Snapshot } from "./use-statistics.ts";

type SnapshotSelectProps = {
  snapshots: readonly Snapshot[];
  chosen: number | null;
  onChoose: (id: number | null) => void;
};

/** Chooses the report to look at; the newest is the one that needs no choosing. */
export function SnapshotSelect({ snapshots, chosen, onChoose }: SnapshotSelectProps) {
  return (
    <Combobox
      label="Snapshot"
      options={snapshots.map(({ key, label }) => ({ value: key, label }))}
      value={snapshots.find(({ id }) => id === chosen)?.key ?? null}
      onChange={(key) => {
        const at = snapshots.findIndex((snapshot) => snapshot.key === key);
        onChoose(at <= 0 ? null : (snapshots[at]?.id ?? null));
      }}
      placeholder="Select a snapshot…"
      searchPlaceholder="Search a date"
      noMatch="No snapshot matches"
    />
  );
}
