import { whyNotSetDoNotFund } from "@countinghouse/validators/do-not-fund/rules";
import { DO_NOT_FUND_MESSAGES } from "@countinghouse/validators/do-not-fund/texts";
import { useId, useState } from "react";
import { userName } from "@/components/users/user-name.ts";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { cn } from "@/lib/cn.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Switch } from "@/ui/switch.tsx";
import { SECTIONS } from "../sections.ts";
import type { User } from "../use-user.ts";
import { CrmSteps } from "./crm-steps.tsx";
import DoNotFundForm from "./do-not-fund-form.tsx";
import { useDoNotFund } from "./use-do-not-fund.ts";

type DoNotFundSectionProps = {
  query: SectionQuery<User>;
  /** Whether it is this section's turn to ask how far the CRM is. */
  hasTurn: boolean;
};

/** Whether the customer may be funded, and how far the CRM has been told. */
export const DoNotFundSection = ({ query, hasTurn }: DoNotFundSectionProps) => (
  <QuerySection id="do-not-fund" title={SECTIONS["do-not-fund"].title} query={query}>
    {(user) => (
      <div className="grid gap-3">
        <DoNotFundSwitch user={user} />
        <CrmSteps userId={user.id} hasTurn={hasTurn} />
      </div>
    )}
  </QuerySection>
);

/** The switch asks before anything happens, and turns once it is done. */
function DoNotFundSwitch({ user }: { user: User }) {
  const id = useId();
  const [asking, setAsking] = useState<"set" | "clear" | null>(null);
  const stopAsking = () => setAsking(null);
  const doNotFund = useDoNotFund(user, stopAsking);
  const incapable = useWhyNot("doNotFund.write");
  const disabledReason = incapable ?? whyNotSetDoNotFund(user);
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid gap-0.5">
        <span id={`${id}-label`} className="text-sm font-medium">
          Do Not Fund
        </span>
        <span id={`${id}-note`} className="text-xs wrap-anywhere text-muted-foreground">
          {user.doNotFund ? `Reason: ${user.doNotFundReason}` : "The customer may be funded."}
          {disabledReason !== null && ` ${disabledReason}`}
        </span>
      </div>
      <Switch
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        aria-disabled={disabledReason !== null || undefined}
        className={cn(disabledReason !== null && "cursor-not-allowed opacity-50")}
        checked={user.doNotFund}
        pending={doNotFund.setting || doNotFund.clearing}
        onCheckedChange={(on) => disabledReason === null && setAsking(on ? "set" : "clear")}
      />
      {asking === "set" && (
        <DoNotFundForm
          user={user}
          doNotFund={doNotFund}
          onClose={() => {
            doNotFund.forgetRefusal();
            stopAsking();
          }}
        />
      )}
      {asking === "clear" && (
        <AlertDialog
          title={DO_NOT_FUND_MESSAGES.confirmUnban}
          confirmLabel="Unban"
          pending={doNotFund.clearing}
          onConfirm={doNotFund.clear}
          onCancel={stopAsking}
        >
          {userName(user)} #{user.id}: flag and reason are cleared, and the deal moves to Underwriting.
        </AlertDialog>
      )}
    </div>
  );
}
