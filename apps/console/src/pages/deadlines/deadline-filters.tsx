import { CLOCK_KINDS, CLOCKS } from "@countinghouse/validators/deadlines/rules";
import { useState } from "react";
import { LabelledFilter, SelectFilter } from "@/components/filters/labelled-filter.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { type ListParams, param } from "@/lib/list-params.ts";
import { readTypedUserId } from "@/lib/user-id.ts";
import { Button } from "@/ui/button.tsx";
import { Input } from "@/ui/input.tsx";

export const DEADLINE_PARAMS = { kind: param.oneOf(CLOCK_KINDS), user: param.userId };

const EVERY_KIND = "every";
const KIND_OPTIONS = [
  { value: EVERY_KIND, label: "All types" },
  ...CLOCK_KINDS.map((kind) => ({ value: kind, label: CLOCKS[kind].word })),
];

/** The type of the deadlines, and the user. */
export function DeadlineFilters({ params, change, isChanged, reset }: ListParams<typeof DEADLINE_PARAMS>) {
  const { kind, user } = params;
  return (
    <search aria-label={PAGE_TITLES.deadlines} className="my-4 flex flex-wrap items-end gap-3">
      <SelectFilter
        label="Type"
        className="w-76 max-w-full"
        options={KIND_OPTIONS}
        value={kind ?? EVERY_KIND}
        onChange={(value) => change({ kind: CLOCK_KINDS.find((name) => name === value) ?? null })}
      />
      <CustomerFilter key={user} userId={user} onApply={(next) => change({ user: next })} />
      {isChanged("kind", "user") && <Button onClick={() => reset("kind", "user")}>Clear filters</Button>}
    </search>
  );
}

type CustomerFilterProps = { userId: number | null; onApply: (userId: number | null) => void };

/** Counts with Enter, or when it is left. */
function CustomerFilter({ userId, onApply }: CustomerFilterProps) {
  const [text, setText] = useState(userId === null ? "" : String(userId));
  const isWrong = text !== "" && readTypedUserId(text) === null;
  const apply = () => {
    if (!isWrong && readTypedUserId(text) !== userId) onApply(readTypedUserId(text));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <LabelledFilter label="User id">
        {(id) => (
          <>
            <Input
              id={id}
              inputMode="numeric"
              autoComplete="off"
              className="w-28"
              value={text}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${id}-error` : undefined}
              onChange={(event) => setText(event.target.value)}
              onBlur={apply}
            />
            {isWrong && (
              <p id={`${id}-error`} className="text-xs text-danger-fg">
                The user id is a number.
              </p>
            )}
          </>
        )}
      </LabelledFilter>
    </form>
  );
}
