import type { RouterOutputs } from "@countinghouse/api";
import { PROMISE_STATES, whyNotAlterPromise } from "@countinghouse/validators/promises/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { DateCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ROW_MENU_COLUMN, RowMenu } from "@/table/row-menu.tsx";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SECTIONS } from "../sections.ts";
import { ChangePromiseForm, RecordPromiseForm } from "./promise-forms.tsx";

export type Promised = RouterOutputs["promises"]["list"][number];

const ID = "promises";
const TITLE = SECTIONS[ID].title;

type PromisesSectionProps = { userId: number; hasTurn: boolean };

/** The promises of the customer with their outcomes, the newest first. */
export function PromisesSection({ userId, hasTurn }: PromisesSectionProps) {
  const query = trpc.promises.list.useQuery({ userId }, { enabled: hasTurn });
  const [isRecording, setRecording] = useState(false);
  const [changing, setChanging] = useState<Promised | null>(null);
  const [requestIdFor] = useState(() => makeRequestIds());
  const whyNot = useWhyNot("promises.record");
  const end = trpc.promises.end.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const endOne = ({ id: promiseId, version }: Promised) =>
    end.mutate({ promiseId, version, requestId: requestIdFor({ promiseId, version }) });
  return (
    <>
      <QuerySection
        id={ID}
        title={TITLE}
        query={query}
        count={(promises) => promises.length}
        actions={
          <Button size="small" disabledReason={whyNot} onClick={() => setRecording(true)}>
            Record promise
          </Button>
        }
        empty={{ title: "No Promises Found", when: (promises) => promises.length === 0 }}
      >
        {(promises) => (
          <DataTable
            label={TITLE}
            columns={promiseColumns}
            actions={{ whyNot, change: setChanging, end: endOne }}
            rows={promises}
            rowKey={({ id }) => id}
            empty={null}
          />
        )}
      </QuerySection>
      {isRecording && <RecordPromiseForm userId={userId} onClose={() => setRecording(false)} />}
      {changing && <ChangePromiseForm promise={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

type PromiseActions = {
  whyNot: string | null;
  change: (promise: Promised) => void;
  end: (promise: Promised) => void;
};

const column = columnHelper<Promised, PromiseActions>();

const promiseColumns = column.columns([
  column.accessor("dueOn", { header: "Until (ET)", meta: { className: "w-32" } }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-32" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("paidCents", {
    header: "Paid since (USD)",
    meta: { align: "right", className: "w-36" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("state", {
    header: "Status",
    meta: { className: "w-28" },
    cell: ({ getValue }) => {
      const { tone, word } = PROMISE_STATES[getValue()];
      return <StatusBadge tone={tone}>{word}</StatusBadge>;
    },
  }),
  column.accessor("madeAt", {
    header: "Recorded (ET)",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("madeBy", { header: "By" }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: ROW_MENU_COLUMN,
    cell: ({ row: { original }, table }) => <PromiseButtons promise={original} {...tableActions(table)} />,
  }),
]);

function PromiseButtons({ promise, whyNot, change, end }: { promise: Promised } & PromiseActions) {
  const disabledReason = whyNot ?? whyNotAlterPromise(promise.state);
  return (
    <RowMenu
      of={`the promise until ${promise.dueOn}`}
      actions={[
        { label: "Change", disabledReason, onClick: () => change(promise) },
        { label: "End", disabledReason, onClick: () => end(promise) },
      ]}
    />
  );
}
