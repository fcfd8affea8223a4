import { FILES_MESSAGES } from "@countinghouse/validators/messages";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import type { ContractLink } from "./use-application.ts";

type RevokeLinkProps = { link: ContractLink; customer: string };

/** Makes a copied link open nothing from now on. Asks first. */
export function RevokeLink({ link, customer }: RevokeLinkProps) {
  const [asking, setAsking] = useState(false);
  const [requestIdFor] = useState(() => makeRequestIds());
  const { mutate, isPending } = trpc.applications.revokeContractLink.useMutation({
    meta: PENDING_UNTIL_READ,
    onSuccess: () => {
      toast.success("Contract link revoked");
      setAsking(false);
    },
    onError: (error) => {
      toast.error(errorDetails(error).message);
      setAsking(false);
    },
  });
  const copiedAt = formatNewYork(link.createdAt, "dateTime");
  return (
    <>
      <Button size="small" disabledReason={useWhyNot("files.download")} onClick={() => setAsking(true)}>
        Revoke<span className="sr-only"> the link copied {copiedAt}</span>
      </Button>
      {asking && (
        <AlertDialog
          title={`Revoke this contract link of ${customer}?`}
          confirmLabel="Revoke link"
          destructive
          focus="cancel"
          pending={isPending}
          onConfirm={() => {
            const what = { linkId: link.id };
            mutate({ ...what, requestId: requestIdFor(what) });
          }}
          onCancel={() => setAsking(false)}
        >
          The link that {link.createdBy} copied at {copiedAt} (New York) no longer opens the contract. It
          shows “{FILES_MESSAGES.linkExpired}”.
        </AlertDialog>
      )}
    </>
  );
}
