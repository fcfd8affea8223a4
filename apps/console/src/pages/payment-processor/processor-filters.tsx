import { PAYMENT_STATES, SENT_STATES, type SentState } from "@countinghouse/validators/payments/states";
import { isDayOrNull, whyNotBetween } from "@countinghouse/validators/processor-transactions/rules";
import { LockIcon } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { DayFilter } from "@/components/filters/day-filter.tsx";
import { LabelledFilter, SelectFilter } from "@/components/filters/labelled-filter.tsx";
import { Button } from "@/ui/button.tsx";
import { Input } from "@/ui/input.tsx";

type Filters = {
  reference: string;
  from: string | null;
  to: string | null;
  state: SentState | null;
};

export const NO_FILTERS: Filters = { reference: "", from: null, to: null, state: null };

type ProcessorFiltersProps = {
  filters: Filters;
  isReferenceHidden: boolean;
  onSearch: (filters: Filters) => void;
};

const ANY = "ANY";

const STATE_OPTIONS = [
  { value: ANY, label: "Any state" },
  ...SENT_STATES.map((state) => ({ value: state, label: PAYMENT_STATES[state].word })),
] as const satisfies readonly { value: SentState | typeof ANY; label: string }[];

/** Reference, days and state. A text that may be the number of a card or an account says that it is not in the link. */
export function ProcessorFilters({ filters, isReferenceHidden, onSearch }: ProcessorFiltersProps) {
  const [typed, setTyped] = useState(filters);
  const [shown, setShown] = useState(filters);
  if (Object.entries(filters).some(([name, value]) => shown[name as keyof Filters] !== value)) {
    setShown(filters);
    setTyped(filters);
  }
  const whyNot = whyNotBetween(typed.from, typed.to);
  const { from, to } = typed;
  const errorId = useId();
  const isFiltered = Object.entries(NO_FILTERS).some(
    ([name, value]) => filters[name as keyof Filters] !== value,
  );
  const change = (changed: Partial<Filters>) => setTyped({ ...typed, ...changed });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot === null) onSearch({ ...typed, reference: typed.reference.trim() });
  };
  return (
    <search>
      <form noValidate onSubmit={submit} className="mb-4 flex flex-wrap items-end gap-3">
        <LabelledFilter label="Reference">
          {(id) => (
            <span className="relative w-80 max-w-full max-sm:w-72">
              <Input
                id={id}
                maxLength={100}
                autoComplete="off"
                spellCheck={false}
                placeholder="Whole key, reference or payment id"
                value={typed.reference}
                aria-describedby={isReferenceHidden ? `${id}-hidden` : undefined}
                onChange={(event) => change({ reference: event.target.value })}
                className="pr-8"
              />
              {isReferenceHidden && (
                <span
                  id={`${id}-hidden`}
                  title="This search is not in the link"
                  className="absolute inset-y-0 right-2.5 grid place-items-center text-muted-foreground"
                >
                  <LockIcon aria-hidden className="size-3.5" />
                  <span className="sr-only">This search is not in the link</span>
                </span>
              )}
            </span>
          )}
        </LabelledFilter>
        <Day
          label="From (ET)"
          day={from}
          errorId={isDayOrNull(from) ? undefined : errorId}
          onChange={(day) => change({ from: day })}
        />
        <Day
          label="To (ET)"
          day={to}
          errorId={whyNot === null || !isDayOrNull(from) ? undefined : errorId}
          onChange={(day) => change({ to: day })}
        />
        <SelectFilter
          label="State"
          options={STATE_OPTIONS}
          value={typed.state ?? ANY}
          onChange={(state) => change({ state: state === ANY ? null : state })}
          className="w-44"
        />
        <Button type="submit" variant="primary" disabledReason={whyNot}>
          Search
        </Button>
        {isFiltered && <Button onClick={() => onSearch(NO_FILTERS)}>Clear filters</Button>}
        {whyNot !== null && (
          <p id={errorId} role="alert" className="basis-full text-xs font-medium text-danger-fg">
            {whyNot}
          </p>
        )}
      </form>
    </search>
  );
}

type DayProps = {
  label: string;
  day: string | null;
  /** What is wrong with it, where anything is. */
  errorId: string | undefined;
  onChange: (day: string | null) => void;
};

const Day = ({ label, day, errorId, onChange }: DayProps) => (
  <DayFilter
    label={label}
    value={day ?? ""}
    aria-invalid={errorId !== undefined || undefined}
    aria-describedby={errorId}
    onChange={(changed) => onChange(changed || null)}
  />
);
