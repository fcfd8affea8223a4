import { lostByRestart, whyNotRestartApplication } from "@countinghouse/validators/restart-application/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { userName } from "@/components/users/user-name.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import type { Application, User } from "../use-user.ts";

/** Lets the customer begin a new application. Asks first, and says what has to be gone through again. */
export function RestartApplication({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const [requestIdFor] = useState(() => makeRequestIds());
  const incapable = useWhyNot("users.restartApplication");
  const { application } = user;
  const restart = trpc.users.restartApplication.useMutation({
    meta: PENDING_UNTIL_READ,
    onSuccess: ({ message }) => {
      toast.success(message);
      setAsking(false);
    },
    onError: (error) => {
      toast.error(errorDetails(error).message);
      setAsking(false);
    },
  });
  return (
    <div className="flex items-center justify-between gap-4 pt-2">
      <p className="text-xs text-muted-foreground">
        The customer starts a new application from the beginning.
      </p>
      <Button
        size="small"
        disabledReason={incapable ?? whyNotRestartApplication(application)}
        onClick={() => setAsking(true)}
      >
        Restart application
      </Button>
      {asking && application && (
        <AlertDialog
          title={`Restart the application of ${userName(user)}?`}
          confirmLabel="Restart application"
          destructive
          focus="cancel"
          pending={restart.isPending}
          onConfirm={() => {
            const what = { userId: user.id, applicationId: application.id, version: application.version };
            restart.mutate({ ...what, requestId: requestIdFor(what) });
          }}
          onCancel={() => setAsking(false)}
        >
          Application {application.id} ends, and {sentence(lostParts(application))} must be completed again.
        </AlertDialog>
      )}
    </div>
  );
}

const lostParts = ({ offers, isContractSigned, alloyStatus }: Application): string[] =>
  lostByRestart({ hasOffers: offers.length > 0, isContractSigned, isDecided: alloyStatus !== "Pending" });

const sentence = (parts: string[]): string =>
  new Intl.ListFormat("en-US", { type: "conjunction" }).format(parts);
