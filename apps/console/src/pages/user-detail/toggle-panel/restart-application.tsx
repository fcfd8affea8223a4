import { lostByRestart, whyNotRestartApplication } from "@countinghouse/validators/restart-application/rules";
import { users } from "@countinghouse/validators/users/contract";
import { useState } from "react";
import { useCommand } from "@/api/use-command.ts";
import { userName } from "@/components/users/user-name.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { toast } from "@/lib/toast.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import type { Application, User } from "../use-user.ts";

/** Lets the customer begin a new application. Asks first, and says what has to be gone through again. */
export function RestartApplication({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const incapable = useWhyNot("users.restartApplication");
  const { application } = user;
  const restart = useCommand(users.restartApplication, {
    isPendingUntilRead: true,
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => setAsking(false),
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
          onConfirm={() =>
            restart.mutate({ userId: user.id, applicationId: application.id, version: application.version })
          }
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
