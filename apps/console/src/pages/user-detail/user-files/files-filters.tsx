import { fileTypeLabel } from "@countinghouse/validators/files/rules";
import { useId } from "react";
import { Label } from "@/ui/input.tsx";
import { Select, type SelectOption } from "@/ui/select.tsx";
import { type UserFiles, useFilesFilter } from "./use-user-files.ts";

const ANY = "any";

const STAGES = [
  { value: "funded", label: "Funded" },
  { value: "all", label: "All" },
] as const;

/** Which files are listed: their type, application and stage. */
export function FilesFilters({ files }: { files: Pick<UserFiles, "types" | "applications"> }) {
  const [{ type, applicationId, stage }, change] = useFilesFilter();
  const types = withChosen(files.types, type);
  const applications = withChosen(
    files.applications.map(({ id }) => String(id)),
    applicationId === null ? null : String(applicationId),
  );
  return (
    <div data-print="hide" className="flex flex-wrap gap-3">
      <Filter
        label="Type"
        options={[
          { value: ANY, label: "All types" },
          ...types.map((each) => ({ value: each, label: fileTypeLabel(each) })),
        ]}
        value={type ?? ANY}
        onChange={(next) => change({ type: next === ANY ? null : next })}
      />
      <Filter
        label="Application"
        options={[
          { value: ANY, label: "All applications" },
          ...applications.map((id) => ({ value: id, label: `#${id}` })),
        ]}
        value={applicationId === null ? ANY : String(applicationId)}
        onChange={(next) => change({ applicationId: next === ANY ? null : Number(next) })}
      />
      <Filter label="Stage" options={STAGES} value={stage} onChange={(next) => change({ stage: next })} />
    </div>
  );
}

/** What the address asks for is among the choices, even when there is none of it. */
const withChosen = (values: readonly string[], chosen: string | null): readonly string[] =>
  chosen === null || values.includes(chosen) ? values : [...values, chosen];

type FilterProps<Value extends string> = {
  label: string;
  options: readonly SelectOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

function Filter<Value extends string>({ label, ...select }: FilterProps<Value>) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <Label htmlFor={id} className="text-xs text-muted-foreground">
        {label}
      </Label>
      <Select id={id} className="w-44" {...select} />
    </div>
  );
}
