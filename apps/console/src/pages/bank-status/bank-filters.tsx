import { useRef } from "react";
import { BANK_HEALTH, BANK_NOT_KNOWN } from "@/components/bank-health.tsx";
import { ClearText, SearchInput } from "@/layout/search-input.tsx";
import { type ListParams, param } from "@/lib/list-params.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/select.tsx";
import { BANK_FILTERS, type BankFilter } from "./shown-banks.ts";

const ANY = "any";

const OPTIONS = [
  { value: ANY, label: "Any status" },
  { value: "not-healthy", label: "Not healthy" },
  { value: "down", label: BANK_HEALTH.DOWN.word },
  { value: "degraded", label: BANK_HEALTH.DEGRADED.word },
  { value: "not-known", label: BANK_NOT_KNOWN.word },
  { value: "healthy", label: BANK_HEALTH.HEALTHY.word },
] as const satisfies readonly { value: BankFilter | typeof ANY; label: string }[];

/** Which banks are shown. */
export const BANK_PARAMS = {
  q: param.text.withDefault(""),
  status: param.oneOf(BANK_FILTERS),
  /** The bank whose customers lie open over the list. */
  bank: param.text,
};

/** What narrows the list, and the way back to all of it. */
export function BankFilters({ params, change, replace, isChanged, reset }: ListParams<typeof BANK_PARAMS>) {
  const { q, status } = params;
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: "/", label: "Search banks", group: "This page" }, () => input.current?.select());
  return (
    <search aria-label="Banks" data-print="hide" className="flex flex-wrap items-center gap-2">
      <SearchInput
        ref={input}
        boxClassName="w-64"
        aria-label="Search banks"
        placeholder="Name of a bank…"
        value={q}
        onChange={(event) => replace({ q: event.target.value })}
        className="pr-8"
      >
        {q !== "" && (
          <ClearText
            onClick={() => {
              replace({ q: null });
              input.current?.focus();
            }}
          />
        )}
      </SearchInput>
      <div className="w-40">
        <Select
          aria-label="Status"
          options={OPTIONS}
          value={status ?? ANY}
          onChange={(next) => change({ status: next === ANY ? null : next })}
        />
      </div>
      {isChanged("q", "status") && (
        <Button variant="ghost" onClick={() => reset("q", "status")}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
