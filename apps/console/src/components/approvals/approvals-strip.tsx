import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { LoadFailure } from "../load-failure.tsx";
import ApprovalSheet from "./approval-sheet.tsx";

/** Lists the waiting approvals of a customer, to decide on the same page. Empty without any. */
export function ApprovalsStrip({ userId, isReady }: { userId: number; isReady: boolean }) {
  const query = trpc.approvals.list.useQuery({ userId }, { enabled: isReady });
  const { data } = query;
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      {!data && <LoadFailure what="Pending approvals could not be loaded" query={query} tone="danger" />}
      {data?.items.map(({ id, title, madeBy, isMine, whyNotDecide }) => (
        <Alert
          key={id}
          className="mt-2"
          action={
            <Button size="small" onClick={() => setOpen(id)}>
              {whyNotDecide === null ? "Decide" : "View"}
            </Button>
          }
        >
          Waiting for approval: {title} (requested by {isMine ? "you" : madeBy})
        </Alert>
      ))}
      {open !== null && <ApprovalSheet approvalId={open} onClose={() => setOpen(null)} />}
    </>
  );
}
