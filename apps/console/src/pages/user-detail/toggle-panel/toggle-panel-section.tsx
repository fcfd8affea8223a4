import { whyNotBeginApplication } from "@countinghouse/validators/new-customers/rules";
import { users } from "@countinghouse/validators/users/contract";
import { useCommand } from "@/api/use-command.ts";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import { FlagSwitch } from "../flag-switch.tsx";
import { SECTIONS } from "../sections.ts";
import { useSetUserFlag } from "../use-set-user-flag.ts";
import type { User } from "../use-user.ts";
import { RestartApplication } from "./restart-application.tsx";

/** What the customer is asked for in the portal, and starting over. */
export const TogglePanelSection = ({ query }: { query: SectionQuery<User> }) => (
  <QuerySection id="toggle-panel" title={SECTIONS["toggle-panel"].title} query={query}>
    {(user) => <Toggles user={user} />}
  </QuerySection>
);

function Toggles({ user }: { user: User }) {
  const change = useSetUserFlag(user);
  return (
    <div className="grid">
      <FlagSwitch
        user={user}
        flag="showReconnectButton"
        effect="The customer sees a button to connect the bank account again."
        change={change}
      />
      <FlagSwitch
        user={user}
        flag="showResignContractButton"
        effect="The customer sees a button to sign the contract again."
        change={change}
      />
      <RestartApplication user={user} />
      <BeginApplication user={user} />
    </div>
  );
}

/** Begins an application for a customer who has none that is open; nothing is shown of it to whoever has one. */
function BeginApplication({ user }: { user: User }) {
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
