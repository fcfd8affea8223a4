import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { FlagSwitch } from "../flag-switch.tsx";
import { SECTIONS } from "../sections.ts";
import { useSetUserFlag } from "../use-set-user-flag.ts";
import type { User } from "../use-user.ts";
import { BeginApplication } from "./begin-application.tsx";
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
