import { useRef } from "react";
import { BANK_HEALTH, BANK_NOT_KNOWN } from "@/components/bank-health.tsx";
import { ClearText, SearchInput } from "@/layout/search-input.tsx";
import { useShortcut } from "@/lib/shortcuts.ts";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/select.tsx";
import type { BankFilter, BankView } from "./use-bank-view.ts";

const ANY = "any";

const OPTIONS = [
  { value: ANY, label: "Any status" },
  { value: "not-healthy", label: "Not healthy" },
  { value: "down", label: BANK_HEALTH.DOWN.word },
  { value: "degraded", label: BANK_HEALTH.DEGRADED.word },
  { value: "not-known", label: BANK_NOT_KNOWN.word },
  { value: "healthy", label: BANK_HEALTH.HEALTHY.word },
] as const satisfies readonly { value: BankFilter | typeof ANY; label: string }[];

/** What narrows the list, and the way back to all of it. */
export default function BankFilters({ view }: { view: BankView }) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: "/", label: "Search banks", group: "This page" }, () => input.current?.select());
  return (
    <search aria-label="Banks" data-print="hide" className="flex flex-wrap items-center gap-2">
      <SearchInput
        ref={input}
        boxClassName="w-64"
        aria-label="Search banks"
        placeholder="Name of a bank…"
        value={view.name}
        onChange={(event) => view.search(event.target.value)}
        className="pr-8"
      >
        {view.name !== "" && (
          <ClearText
            onClick={() => {
              view.search("");
              input.current?.focus();
            }}
          />
        )}
      </SearchInput>
      <div className="w-40">
        <Select
          aria-label="Status"
          options={OPTIONS}
          value={view.status ?? ANY}
          onChange={(status) => view.filter(status === ANY ? null : status)}
        />
      </div>
      {view.isFiltered && (
        <Button variant="ghost" onClick={view.clear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
