import { whyNotBeginApplication } from "@countinghouse/validators/new-customers/rules";
import { users } from "@countinghouse/validators/users/contract";
import { useCommand } from "@/api/use-command.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import type { User } from "../use-user.ts";

/** Begins an application for a customer who has none that is open; nothing is shown of it to whoever has one. */
export function BeginApplication({ user }: { user: User }) {
  const incapable = useWhyNot("users.beginApplication");
  const begin = useCommand(users.beginApplication, {
    isPendingUntilRead: true,
    sameRequest: (input) => [input, user.application?.id ?? null],
    onSuccess: ({ message }) => toast.success(message),
  });
  if (whyNotBeginApplication(user.application) !== null) return null;
  return (
    <div className="flex items-center justify-between gap-4 pt-2">
      <p className="text-xs text-muted-foreground">
        Set the terms of a new application in Edit User. Then have it approved.
      </p>
      <Button
        size="small"
        pending={begin.isPending}
        disabledReason={incapable}
        onClick={() => begin.mutate({ userId: user.id })}
      >
        New application
      </Button>
    </div>
  );
}
