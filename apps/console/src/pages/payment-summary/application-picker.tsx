import { newYorkDate } from "@countinghouse/validators/new-york";
import { Select } from "@/ui/select.tsx";
import type { SummaryApplication } from "./use-summary.ts";

type ApplicationPickerProps = {
  /** The newest first. */
  applications: readonly SummaryApplication[];
  shown: SummaryApplication;
  /** Null stands for the newest. */
  onChoose: (applicationId: number | null) => void;
};

/** Chooses one of a user's applications. */
export function ApplicationPicker({ applications, shown, onChoose }: ApplicationPickerProps) {
  return (
    <Select
      aria-label="Application"
      className="w-64"
      options={applications.map((each) => ({ value: String(each.id), label: optionText(each) }))}
      value={String(shown.id)}
      onChange={(value) => onChoose(value === String(applications[0]?.id) ? null : Number(value))}
    />
  );
}

/** "#812 · funded 2026-09-23". */
function optionText({ id, fundedAt, createdAt, stage }: SummaryApplication): string {
  return fundedAt
    ? `#${id} · funded ${newYorkDate(fundedAt)}`
    : `#${id} · ${stage}, begun ${newYorkDate(createdAt)}`;
}
