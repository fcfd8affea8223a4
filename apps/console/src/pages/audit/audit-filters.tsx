import { actionLabel } from "@countinghouse/validators/audit/event-sentence";
import {
  AUDIT_OTHERS,
  AUDIT_SHOWN,
  HISTORY_TYPES,
  inWords,
  subjectLabel,
} from "@countinghouse/validators/audit/rules";
import { whyNotBetween } from "@countinghouse/validators/processor-transactions/rules";
import { XIcon } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { trpc } from "@/api/client.ts";
import { DayFilter } from "@/components/filters/day-filter.tsx";
import { LabelledFilter, SelectFilter } from "@/components/filters/labelled-filter.tsx";
import { type ListParams, param } from "@/lib/list-params.ts";
import { readTypedUserId } from "@/lib/user-id.ts";
import { Button } from "@/ui/button.tsx";
import { Combobox } from "@/ui/combobox.tsx";
import { Input } from "@/ui/input.tsx";

export const AUDIT_PARAMS = {
  who: param.text.withDefault(""),
  what: param.text.withDefault(""),
  show: param.oneOf(AUDIT_SHOWN).withDefault("changes"),
  user: param.userId,
  from: param.day.withDefault(""),
  to: param.day.withDefault(""),
  type: param.oneOf(HISTORY_TYPES),
  id: param.text.withDefault(""),
  event: param.integer,
};

const ALL = "all";

const SHOWN = [
  { value: "changes", label: "Changes" },
  { value: "all", label: "Changes and reads" },
] as const satisfies readonly { value: (typeof AUDIT_SHOWN)[number]; label: string }[];

/** Who, what, which customer and when; of one thing, that it is shown alone. */
export function AuditFilters({ params, change, isChanged, reset }: ListParams<typeof AUDIT_PARAMS>) {
  const { data } = trpc.audit.filters.useQuery(undefined, { staleTime: 5 * 60_000 });
  const { who, what, show, user, from, to, type, id } = params;
  const people = [
    { value: ALL, label: "Everyone" },
    ...(data?.admins ?? []).map((admin) => ({
      value: admin.id,
      label: `${admin.fullName} (${admin.email})`,
    })),
    ...Object.entries(AUDIT_OTHERS).map(([value, label]) => ({ value, label })),
  ];
  return (
    <search aria-label="Audit" data-print="hide" className="mb-4 flex flex-wrap items-end gap-3">
      <Choice
        label="Who"
        width="w-64"
        options={people}
        value={who}
        onChange={(next) => change({ who: next })}
      />
      <Choice
        label="Action"
        width="w-64"
        options={[{ value: ALL, label: "Everything" }, ...whatOptions(data?.actions ?? [])]}
        value={what}
        onChange={(next) => change({ what: next })}
      />
      <SelectFilter
        label="Show"
        className="w-52"
        options={SHOWN}
        value={show}
        onChange={(next) => change({ show: next })}
      />
      <UserAndDays
        key={`${user} ${from} ${to}`}
        asked={{ user, from, to }}
        onApply={(next) => change(next)}
      />
      {type !== null && (
        <Button onClick={() => change({ type: null, id: null })}>
          History of {subjectLabel(type).toLowerCase()} {id}
          <XIcon aria-label="Show everything" />
        </Button>
      )}
      {isChanged(...FILTERS) && <Button onClick={() => reset(...FILTERS)}>Clear filters</Button>}
    </search>
  );
}

export const FILTERS = ["who", "what", "show", "user", "from", "to", "type", "id"] as const;

/** Each area of actions before its actions. */
const whatOptions = (actions: readonly string[]) =>
  [...new Set(actions.map((action) => action.split(".")[0] ?? action))].flatMap((area) => [
    { value: area, label: `${inWords(area)}: everything` },
    ...actions
      .filter((action) => action.startsWith(`${area}.`))
      .map((action) => ({ value: action, label: actionLabel(action) })),
  ]);

type ChoiceProps = {
  label: string;
  width: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string | null) => void;
};

const Choice = ({ label, width, options, value, onChange }: ChoiceProps) => (
  <div className={width}>
    <span aria-hidden className="mb-1.5 block text-sm font-medium">
      {label}
    </span>
    <Combobox
      label={label}
      options={options}
      value={value === "" ? ALL : value}
      onChange={(next) => onChange(next === ALL ? null : next)}
      searchPlaceholder="Type to search"
      noMatch="No matches."
    />
  </div>
);

type Asked = { user: number | null; from: string; to: string };

/** A customer and days, which count once Apply is pressed. */
function UserAndDays({ asked, onApply }: { asked: Asked; onApply: (asked: Asked) => void }) {
  const [user, setUser] = useState(asked.user === null ? "" : String(asked.user));
  const [{ from, to }, setDays] = useState(asked);
  const isUserWrong = user !== "" && readTypedUserId(user) === null;
  const whyNot = isUserWrong ? "The user id is a number." : whyNotBetween(from || null, to || null);
  const errorId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot === null) onApply({ user: readTypedUserId(user), from, to });
  };
  const problem = (
    <p id={errorId} role="alert" className="text-xs font-medium text-danger-fg">
      {whyNot}
    </p>
  );
  const day = (name: "from" | "to", label: string) => (
    <DayFilter
      label={label}
      value={name === "from" ? from : to}
      aria-invalid={(whyNot !== null && !isUserWrong) || undefined}
      aria-describedby={whyNot === null ? undefined : errorId}
      onChange={(value) => setDays({ ...asked, from, to, [name]: value })}
    />
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <LabelledFilter label="User id">
        {(id) => (
          <>
            <Input
              id={id}
              inputMode="numeric"
              autoComplete="off"
              className="w-28"
              value={user}
              aria-invalid={isUserWrong || undefined}
              aria-describedby={isUserWrong ? errorId : undefined}
              onChange={(event) => setUser(event.target.value.trim())}
            />
            {isUserWrong && problem}
          </>
        )}
      </LabelledFilter>
      <div className="grid gap-1">
        <div className="flex flex-wrap gap-3">
          {day("from", "From (ET)")}
          {day("to", "To (ET)")}
        </div>
        {whyNot !== null && !isUserWrong && problem}
      </div>
      <Button type="submit" variant="primary" disabledReason={whyNot}>
        Apply
      </Button>
    </form>
  );
}
