import { CLOCK_KINDS, CLOCKS } from "@countinghouse/validators/deadlines/rules";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { LabelledFilter } from "@/components/filters/labelled-filter.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { readTypedUserId } from "@/lib/user-id.ts";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { Input } from "@/ui/input.tsx";
import { Select } from "@/ui/select.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { deadlineColumns } from "./deadline-columns.tsx";

const PARAMS = { kind: param.oneOf(CLOCK_KINDS), user: param.userId };
const deadlineKey = ({ clock, key }: { clock: string; key: string }) => `${clock}:${key}`;

const EVERY_KIND = "every";
const KIND_OPTIONS = [
  { value: EVERY_KIND, label: "All types" },
  ...CLOCK_KINDS.map((kind) => ({ value: kind, label: CLOCKS[kind].word })),
];

/** Every clock that runs, the earliest day first. */
export default function DeadlinesPage() {
  const list = useListParams(PARAMS);
  const { kind, user } = list.params;
  const query = trpc.deadlines.list.useQuery(
    { kind, userId: user },
    { staleTime: 0, placeholderData: keepPreviousData },
  );
  const { data } = query;
  const selection = useCustomerSelection({
    title: PAGE_TITLES.deadlines,
    listKey: JSON.stringify([kind, user]),
    rows: data?.items,
    rowKey: deadlineKey,
    toUserId: ({ userId }) => userId,
    toName: (item) => `deadline ${deadlineKey(item)}`,
    total: data?.total,
    allOf: (except) => ({
      list: "deadlines",
      filters: { kind, userId: user },
      except: except.map(deadlineKey),
    }),
  });
  const isFiltered = list.isChanged("kind", "user");
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.deadlines}
        aside={
          data && <output className="text-sm text-muted-foreground">Today is {data.today} (New York)</output>
        }
        actions={
          <Link href={paths.work()} className={buttonVariants()}>
            Today
          </Link>
        }
      />
      <StaleRows query={query} />
      <search aria-label={PAGE_TITLES.deadlines} className="my-4 flex flex-wrap items-end gap-3">
        <LabelledFilter label="Type">
          {(id) => (
            <Select
              id={id}
              className="w-76 max-w-full"
              options={KIND_OPTIONS}
              value={kind ?? EVERY_KIND}
              onChange={(value) => list.change({ kind: CLOCK_KINDS.find((name) => name === value) ?? null })}
            />
          )}
        </LabelledFilter>
        <CustomerFilter key={user} userId={user} onApply={(next) => list.change({ user: next })} />
        {isFiltered && <Button onClick={() => list.reset("kind", "user")}>Clear filters</Button>}
      </search>
      <DataTable
        label={PAGE_TITLES.deadlines}
        columns={deadlineColumns}
        actions={{ today: data?.today ?? "" }}
        rows={data?.items}
        rowKey={deadlineKey}
        selection={selection}
        pageList="deadlines"
        query={query}
        size={{ skeletonRows: 10, minWidth: 1040 }}
        empty={
          <EmptyState title={isFiltered ? "No deadlines here" : "No deadlines"}>
            A deadline appears here when the event that starts it happens. It disappears when the matter is
            resolved.
          </EmptyState>
        }
        footer={
          data &&
          data.total > data.items.length && (
            <p className="px-3 py-2 text-sm text-muted-foreground">
              The first {data.items.length.toLocaleString("en-US")} of {data.total.toLocaleString("en-US")}{" "}
              are shown.
            </p>
          )
        }
      />
    </>
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
