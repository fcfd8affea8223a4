import { whyNotBeginApplication } from "@countinghouse/validators/new-customers/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import type { User } from "../use-user.ts";

/** Begins an application for a customer who has none that is open; nothing is shown of it to whoever has one. */
export function BeginApplication({ user }: { user: User }) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const incapable = useWhyNot("users.beginApplication");
  const begin = trpc.users.beginApplication.useMutation({
    meta: PENDING_UNTIL_READ,
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  if (whyNotBeginApplication(user.application) !== null) return null;
  const what = { userId: user.id };
  return (
    <div className="flex items-center justify-between gap-4 pt-2">
      <p className="text-xs text-muted-foreground">
        Set the terms of a new application in Edit User. Then have it approved.
      </p>
      <Button
        size="small"
        pending={begin.isPending}
        disabledReason={incapable}
        onClick={() =>
          begin.mutate({
            ...what,
            requestId: requestIdFor({ ...what, newest: user.application?.id ?? null }),
          })
        }
      >
        New application
      </Button>
    </div>
  );
}
