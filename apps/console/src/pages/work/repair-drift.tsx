import { DRIFT_TEXTS, DRIFT_WHATS, driftWhat, whyNotRepair } from "@countinghouse/validators/drift/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import type { WorkItem } from "@/components/work/work-item.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";

/** Puts right in one press what differs outside; says why where a press can not. */
export function RepairDrift({
  item: { key },
  disabledReason,
}: {
  item: WorkItem;
  disabledReason: string | null;
}) {
  const [requestId] = useState(newRequestId);
  const repair = trpc.drift.repair.useMutation({
    onSuccess: () => toast.success(DRIFT_TEXTS.repaired),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const what = driftWhat(key);
  if (what === undefined) return null;
  const id = key.slice(what.length + 1);
  return (
    <div>
      <Button
        pending={repair.isPending}
        disabledReason={repair.isSuccess ? DRIFT_TEXTS.repaired : (whyNotRepair(what) ?? disabledReason)}
        onClick={() => repair.mutate({ id, requestId })}
      >
        {DRIFT_WHATS[what].repair ?? "Repair"}
      </Button>
    </div>
  );
}
