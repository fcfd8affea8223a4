import {
  ALL_PARTNERS,
  CHANNELS,
  DEAL_TYPES,
  daysOfFunnelPeriod,
  FUNNEL_OUTCOMES,
  FUNNEL_PERIODS,
  type FunnelPeriod,
  FUNNEL_TEXTS as TEXT,
  whyNotFunnelDays,
} from "@countinghouse/validators/funnel/rules";
import { isCalendarDate, newYorkDate } from "@countinghouse/validators/new-york";
import { type FormEvent, useId, useState } from "react";
import { trpc } from "@/api/client.ts";
import { DayFilter } from "@/components/filters/day-filter.tsx";
import { SelectFilter } from "@/components/filters/labelled-filter.tsx";
import { type ListParams, param } from "@/lib/list-params.ts";
import { dayInWords } from "@/lib/time-text.ts";
import { Button } from "@/ui/button.tsx";

const toOptions = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

const DEALS = toOptions(DEAL_TYPES);
const CHANNEL_OPTIONS = toOptions(CHANNELS);
const PERIODS = toOptions(FUNNEL_PERIODS);

/** What the report in sight is of; there is none while it has no days. */
export const FUNNEL_PARAMS = {
  deal: param.oneOf(DEAL_TYPES).withDefault("All"),
  channel: param.oneOf(CHANNELS).withDefault("All"),
  partner: param.text.withDefault(ALL_PARTNERS.value),
  period: param.oneOf(FUNNEL_PERIODS).withDefault("Current Month"),
  from: param.day.withDefault(""),
  to: param.day.withDefault(""),
  /** The phase whose customers are shown, and what became of them. */
  phase: param.integer,
  outcome: param.oneOf(FUNNEL_OUTCOMES).withDefault("count"),
};

type FunnelView = ListParams<typeof FUNNEL_PARAMS>["params"];

/** Whether two views are of the same report, whatever is opened of it. */
export const isSameView = (one: FunnelView, other: FunnelView): boolean =>
  JSON.stringify(ofReport(one)) === JSON.stringify(ofReport(other));

const ofReport = ({ phase: _phase, outcome: _outcome, ...report }: FunnelView) => report;

/** What the report is of that is shown before anything was chosen. */
export const usualFunnel = () => ({ period: "Current Month" as const, ...periodDays("Current Month") });

type FunnelFiltersProps = {
  shown: FunnelView;
  pending: boolean;
  disabledReason: string | null;
  onRun: (view: FunnelView) => void;
};

/** What the next report is to be of; nothing of it counts before Go Filter is pressed. */
export function FunnelFilters({ shown, pending, disabledReason, onRun }: FunnelFiltersProps) {
  const [chosen, setChosen] = useState(() => toChoice(shown));
  const [before, setBefore] = useState(shown);
  if (!isSameView(shown, before)) {
    setBefore(shown);
    setChosen(toChoice(shown));
  }
  const { from, to, period } = chosen;
  const partners = trpc.funnel.partners.useQuery(undefined, { enabled: chosen.channel === "Partner" });
  const errorId = useId();
  const whyNot = from === to && period !== "Custom" ? null : whyNotFunnelDays(from, to);
  const isWrong = whyNot !== null && isCalendarDate(from) && isCalendarDate(to);
  const change = (changed: Partial<FunnelView>) => setChosen({ ...chosen, ...changed });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot === null) onRun(chosen);
  };
  const day = (name: "from" | "to", label: string) => (
    <DayFilter
      label={label}
      value={chosen[name]}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? errorId : undefined}
      onChange={(value) => change({ [name]: value })}
    />
  );

  return (
    <form
      aria-label="Funnel"
      noValidate
      data-print="hide"
      onSubmit={submit}
      className="mb-4 flex flex-wrap items-end gap-3"
    >
      <SelectFilter
        label="Deal Type"
        className="w-32"
        options={DEALS}
        value={chosen.deal}
        onChange={(deal) => change({ deal })}
      />
      <SelectFilter
        label="Channel"
        className="w-32"
        options={CHANNEL_OPTIONS}
        value={chosen.channel}
        onChange={(channel) => change({ channel, partner: ALL_PARTNERS.value })}
      />
      {chosen.channel === "Partner" && (
        <SelectFilter
          label="Partner"
          className="w-60"
          options={partners.data ?? [ALL_PARTNERS]}
          value={chosen.partner}
          onChange={(partner) => change({ partner })}
        />
      )}
      <SelectFilter
        label="Time Period"
        className="w-40"
        options={PERIODS}
        value={period}
        onChange={(next) => change({ period: next, ...periodDays(next) })}
      />
      {period === "Custom" && (
        <>
          {day("from", "Start Date")}
          {day("to", "End Date")}
        </>
      )}
      <div className="grid gap-1.5">
        <span className="text-sm font-medium">{TEXT.inclusiveDate}</span>
        <output className="flex h-(--control-h) items-center text-sm text-muted-foreground">
          {inclusiveDate(from, to, whyNot)}
        </output>
      </div>
      <Button
        type="submit"
        variant="primary"
        pending={pending}
        disabledReason={disabledReason ?? whyNot}
        className="ml-auto"
      >
        {TEXT.run}
      </Button>
      {partners.error && (
        <p role="alert" className="basis-full text-xs font-medium text-danger-fg">
          The partners could not be loaded.{" "}
          <button type="button" className="underline" onClick={() => void partners.refetch()}>
            Retry
          </button>
        </p>
      )}
      {isWrong && (
        <p id={errorId} role="alert" className="basis-full text-xs font-medium text-danger-fg">
          {whyNot}
        </p>
      )}
    </form>
  );
}

/** What is in sight, else the current month. Days that are not those of the period by now, as of an older link, are Custom. */
function toChoice(shown: FunnelView): FunnelView {
  if (shown.from === "") return { ...shown, ...periodDays("Current Month"), period: "Current Month" };
  const { from, to } = periodDays(shown.period);
  return from === shown.from && to === shown.to ? shown : { ...shown, period: "Custom" };
}

function periodDays(period: FunnelPeriod): Pick<FunnelView, "from" | "to"> {
  const { startDate, endDate } = daysOfFunnelPeriod(period, newYorkDate(new Date()));
  return { from: startDate, to: endDate };
}

/** The days in words, or which of them is still to be selected: of two that are no range it is the end. */
function inclusiveDate(from: string, to: string, whyNot: string | null): string {
  if (!isCalendarDate(from)) return TEXT.selectStart;
  if (whyNot !== null) return TEXT.selectEnd;
  return from === to ? `${dayInWords(from)} (ET)` : `${dayInWords(from)} – ${dayInWords(to)} (ET)`;
}
