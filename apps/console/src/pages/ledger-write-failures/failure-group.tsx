import { type FailureSheet, LEDGER_WRITES_PAGE_SIZE } from "@countinghouse/validators/ledger-writes/rules";
import { whyNotVendor } from "@countinghouse/validators/vendors/rules";
import { useId, useMemo, useState } from "react";
import { Pager } from "@/components/pager.tsx";
import { Section } from "@/layout/section.tsx";
import { useVendorsOff, useWhyNot } from "@/layout/use-admin.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { DataTable } from "@/table/data-table.tsx";
import type { PartList } from "@/table/views/view-lists.ts";
import { Button } from "@/ui/button.tsx";
import { failureColumns } from "./failure-columns.tsx";
import { SelectMenu } from "./select-menu.tsx";
import type { Group } from "./use-failures.ts";

type FailureGroupProps = {
  group: Group;
  /** Whether it is the first of its sheet: the views of the sheet stand above it, and arrange all of them. */
  isFirst: boolean;
  /** What is being written again. */
  busy: ReadonlySet<string>;
  onRetry: (ids: readonly string[]) => void;
  /** Asks before these are deleted. */
  onDelete: (ids: readonly string[]) => void;
};

const LIST_OF: Readonly<Record<FailureSheet, PartList>> = {
  Payments: "failed-payments",
  "New Accounts": "failed-new-accounts",
  Upcoming: "failed-upcoming",
  Others: "failed-others",
};
const NONE: ReadonlySet<string> = new Set();
const NOT_SELECTED = "Select failures first.";

/** The failures of one sheet, or of one batch, with what can be done about them. */
export function FailureGroup({ group, isFirst, busy, onRetry, onDelete }: FailureGroupProps) {
  const { sheet, heading, columns: names, rows, failures, isBatch } = group;
  const id = useId();
  const [chosen, setChosen] = useState(NONE);
  const disabledReason = useWhyNot("ledgerWrites.write");
  const whyNotRetry = whyNotVendor("ledgerSheet", useVendorsOff());
  const name = pageParameter(group);
  const { params, change } = useListParams({ [name]: param.integer.withDefault(1) });
  const columns = useMemo(() => failureColumns(names), [names]);

  const pages = Math.ceil(rows.length / LEDGER_WRITES_PAGE_SIZE);
  const at = Math.max(1, Math.min(params[name] ?? 1, pages));
  const shown = rows.slice((at - 1) * LEDGER_WRITES_PAGE_SIZE, at * LEDGER_WRITES_PAGE_SIZE);
  const all = failures.map((failure) => failure.id);
  const free = all.filter((each) => !busy.has(each));
  const selected = free.filter((each) => chosen.has(each));
  const whyNotAll = disabledReason ?? (free.length === 0 ? "These rows are being written again." : null);
  const whyNotSelected = disabledReason ?? (selected.length === 0 ? NOT_SELECTED : null);
  const select = (ids: readonly string[], isOn: boolean) =>
    setChosen((before) => {
      const rest = [...before].filter((each) => !ids.includes(each));
      return new Set(isOn ? [...rest, ...ids] : rest);
    });

  return (
    <Section
      id={id}
      title={heading}
      count={failures.length}
      actions={
        isBatch ? (
          <>
            <Button size="small" disabledReason={whyNotAll ?? whyNotRetry} onClick={() => onRetry(free)}>
              Retry Batch
            </Button>
            <DeleteButton disabledReason={whyNotAll} onClick={() => onDelete(free)}>
              Delete Batch
            </DeleteButton>
          </>
        ) : (
          <>
            {selected.length > 0 && (
              <output className="num text-sm text-muted-foreground">{selected.length} selected</output>
            )}
            {disabledReason === null && free.length > 1 && (
              <SelectMenu
                heading={heading}
                failures={failures.filter((failure) => free.includes(failure.id))}
                onSelect={(ids) => setChosen(new Set(ids))}
              />
            )}
            <Button size="small" disabledReason={whyNotAll ?? whyNotRetry} onClick={() => onRetry(free)}>
              Retry All
            </Button>
            <Button
              size="small"
              disabledReason={whyNotSelected ?? whyNotRetry}
              onClick={() => onRetry(selected)}
            >
              Retry Selected
            </Button>
            <DeleteButton disabledReason={whyNotSelected} onClick={() => onDelete(selected)}>
              Delete Selected
            </DeleteButton>
          </>
        )
      }
    >
      <DataTable
        label={heading}
        list={LIST_OF[sheet]}
        partList={isFirst ? LIST_OF[sheet] : undefined}
        columns={columns}
        actions={{
          heading,
          selected: isBatch ? null : new Set(selected),
          busy,
          shown,
          disabledReason,
          select,
        }}
        rows={shown}
        rowKey={({ key }) => key}
        rowClass={({ failure }) => (chosen.has(failure.id) ? SELECTED : undefined)}
        empty={null}
        footer={<Pager label={heading} page={at} pages={pages} onPage={(next) => change({ [name]: next })} />}
      />
    </Section>
  );
}

const SELECTED = "[&>td]:bg-row-selected [&>td:first-child]:shadow-[inset_2px_0_0_var(--primary)]";

/** "payments", "new-accounts"; of a batch "batch-" and its id. */
const pageParameter = ({ heading, isBatch, failures }: Group): string =>
  isBatch ? `batch-${failures[0]?.id ?? ""}` : heading.toLowerCase().replaceAll(" ", "-");

type DeleteButtonProps = { disabledReason: string | null; onClick: () => void; children: string };

const DeleteButton = (props: DeleteButtonProps) => <Button size="small" {...props} />;
