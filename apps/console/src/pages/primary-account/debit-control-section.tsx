import type { RouterOutputs } from "@countinghouse/api";
import { DEBIT_CONTROL_LABELS as LABEL } from "@countinghouse/validators/debit-control/texts";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { RecordCureForm } from "./record-cure-form.tsx";

export type Blocked = RouterOutputs["debitControl"]["ofUser"][number];

/** Which accounts and cards of the customer are not debited, and why; what lifts that is recorded here. */
export function DebitControlSection({ userId }: { userId: number }) {
  const [recording, setRecording] = useState<Blocked | null>(null);
  const whyNot = useWhyNot("debitControl.record");
  const { data, error, isFetching, refetch } = trpc.debitControl.ofUser.useQuery({ userId });
  if (error && !data)
    return (
      <Alert
        tone="danger"
        action={
          <Button size="small" pending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {LABEL.notLoaded}
      </Alert>
    );
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={LABEL.title} className="grid gap-2">
      {data.map((blocked) => (
        <Alert key={`${blocked.instrument.kind} ${blocked.instrument.id}`} tone="danger">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="min-w-0 flex-1">
              <span className="font-semibold">{blocked.name}</span>: {blocked.block.message}
            </span>
            {blocked.block.cure !== null && (
              <Button size="small" disabledReason={whyNot} onClick={() => setRecording(blocked)}>
                {LABEL.record}
                <span className="sr-only"> of {blocked.name}</span>
              </Button>
            )}
          </div>
        </Alert>
      ))}
      {recording && <RecordCureForm userId={userId} blocked={recording} onClose={() => setRecording(null)} />}
    </section>
  );
}
