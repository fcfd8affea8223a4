import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import {
  TIMELINE_KIND_NAMES,
  TIMELINE_KINDS,
  TIMELINE_SEARCH_LENGTH,
  type TimelineKind,
} from "@countinghouse/validators/timeline/rules";
import { PinIcon, SearchIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import type { Note } from "@/components/notes/use-notes.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useDebounced } from "@/lib/timers.ts";
import { DateCell } from "@/table/cells.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Input } from "@/ui/input.tsx";
import { ProgressLine } from "@/ui/progress.tsx";
import { Select } from "@/ui/select.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";
import { goToSection } from "../sections.ts";
import {
  entrySource,
  entryState,
  entryTitle,
  type TimelineEntry,
  type Told,
  withoutRepeats,
} from "./entry-words.ts";

type Page = RouterOutputs["timeline"]["list"];

const PAGING = byCursor(({ entries }: Page): TimelineEntry[] => entries);
const EVERYTHING = "everything";
const TYPING_MS = 300;

type TimelineProps = { userId: number; notes: readonly Note[] | undefined; isReady: boolean };

/** Everything that happened to the customer, the newest first; pinned notes stay on top. */
export function Timeline({ userId, notes, isReady }: TimelineProps) {
  const [kind, setKind] = useState<TimelineKind | null>(null);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), TYPING_MS);
  const query = usePages(
    trpc.timeline.list,
    { userId, kinds: kind === null ? null : [kind], search },
    { ...PAGING, enabled: isReady, keepsRows: true },
  );
  const mayReadAudit = useWhyNot("audit.read") === null;
  const kinds = TIMELINE_KIND_NAMES.filter((name) => name !== "access" || mayReadAudit);
  const rows = query.data?.rows;
  const pinned = notes?.filter(({ isPinned }) => isPinned) ?? [];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <search aria-label="Timeline" className="grid grid-cols-2 gap-2 px-3 pb-2">
        <Select
          aria-label="Type"
          options={[
            { value: EVERYTHING, label: "Everything" },
            ...kinds.map((name) => ({ value: name, label: TIMELINE_KINDS[name].word })),
          ]}
          value={kind ?? EVERYTHING}
          onChange={(value) => setKind(kinds.find((name) => name === value) ?? null)}
        />
        <span className="relative">
          <SearchIcon
            aria-hidden
            className="absolute inset-y-0 left-2 my-auto size-3.5 text-muted-foreground"
          />
          <Input
            type="search"
            aria-label="Search the timeline"
            placeholder="Search"
            autoComplete="off"
            maxLength={TIMELINE_SEARCH_LENGTH}
            className="pl-7"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <div className="col-span-2 flex">
          <UpdatedQuery what="the timeline" query={query} />
        </div>
      </search>
      <div className="relative min-h-0 flex-1 overflow-y-auto border-t" {...SCROLLED}>
        {query.isFetching && !query.isFetchingNextPage && <ProgressLine />}
        {pinned.length > 0 && kind === null && search === "" && (
          <ul aria-label="Pinned notes" className="border-b bg-muted/50">
            {pinned.map((note) => (
              <li key={note.id} className="flex gap-2 px-3 py-2 text-sm">
                <PinIcon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted-foreground" />
                <button
                  type="button"
                  className="line-clamp-3 text-left hover:underline"
                  onClick={() => goToSection("notes")}
                >
                  {note.note}
                </button>
              </li>
            ))}
          </ul>
        )}
        {query.error && !rows ? (
          <ErrorState
            message={errorDetails(query.error).message}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <ol aria-label="Timeline" aria-busy={!rows || undefined} className="grid">
            {rows &&
              withoutRepeats(rows).map(({ entry, times }) => (
                <Entry
                  key={entry.key}
                  entry={entry}
                  times={times}
                  userId={userId}
                  mayReadAudit={mayReadAudit}
                />
              ))}
          </ol>
        )}
        {rows?.length === 0 && (
          <p className="px-3 py-6 text-center text-sm text-muted-foreground">
            {kind === null && search === "" ? "No events yet." : "No matches."}
          </p>
        )}
        <ShowMore query={query} />
      </div>
    </div>
  );
}

/** What scrolls within itself is reached by the keyboard. */
const SCROLLED = { role: "group", tabIndex: 0, "aria-label": "What happened" } as const;

type EntryProps = Told & { userId: number; mayReadAudit: boolean };

function Entry({ entry, times, userId, mayReadAudit }: EntryProps) {
  const source = entrySource(entry, userId, mayReadAudit);
  const state = entryState(entry);
  const title = `${entryTitle(entry)}${times > 1 ? ` (${times} times)` : ""}`;
  const linkClass = "rounded-sm text-left font-medium underline-offset-4 hover:underline";
  return (
    <li className="grid gap-0.5 border-b border-border/60 px-3 py-2 text-sm">
      <span className="flex items-baseline justify-between gap-2">
        {"path" in source ? (
          <Link href={source.path} className={linkClass}>
            {title}
          </Link>
        ) : (
          <button type="button" className={linkClass} onClick={() => goToSection(source.section)}>
            {title}
          </button>
        )}
        {entry.cents !== null && <span className="num">{formatCents(entry.cents)}</span>}
      </span>
      {entry.text !== "" && <span className="line-clamp-2 text-muted-foreground">{entry.text}</span>}
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
        <DateCell at={entry.at} />
        {entry.who !== null && <span>{entry.who}</span>}
        {state && <StatusBadge tone={state.tone}>{state.word}</StatusBadge>}
      </span>
    </li>
  );
}
