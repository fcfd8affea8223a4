import { WORK_KIND_NAMES, WORK_KINDS } from "@countinghouse/validators/work/rules";
import { SelectFilter } from "@/components/filters/labelled-filter.tsx";
import type { WorkList } from "@/components/work/work-item.ts";
import type { SelectOption } from "@/ui/select.tsx";

type Kind = (typeof WORK_KIND_NAMES)[number];
type KindFilterProps = {
  kind: Kind | null;
  data: WorkList | undefined;
  onChange: (kind: Kind | null) => void;
};

const EVERY_KIND = "every";

/** Shows the items of one type, with the number of items of each. */
export const KindFilter = ({ kind, data, onChange }: KindFilterProps) => (
  <search aria-label="Work" className="my-4 flex flex-wrap items-end gap-3">
    <SelectFilter
      label="Type"
      className="w-72"
      options={kindOptions(data)}
      value={kind ?? EVERY_KIND}
      onChange={(value) => onChange(WORK_KIND_NAMES.find((name) => name === value) ?? null)}
    />
  </search>
);

const kindOptions = (data: WorkList | undefined): SelectOption<string>[] => [
  { value: EVERY_KIND, label: "All types" },
  ...WORK_KIND_NAMES.map((name) => {
    const count = data?.kinds.find(({ kind }) => kind === name)?.count;
    return {
      value: name,
      label: WORK_KINDS[name].word + (count ? ` (${count.toLocaleString("en-US")})` : ""),
    };
  }),
];
