import {
  DEAL_QUEUES,
  isDeclined,
  whyNotDeclineDeal,
  whyNotMoveDeal,
  whyNotRequestDeal,
} from "@countinghouse/validators/deals/rules";
import { DEALS_MESSAGES } from "@countinghouse/validators/messages";
import { whyNotVendor } from "@countinghouse/validators/vendors/rules";
import { useState } from "react";
import { EditCrmSteps } from "@/components/edit-crm-steps.tsx";
import { Facts } from "@/components/facts/facts.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { Section } from "@/layout/section.tsx";
import { useVendorsOff, useWhyNot } from "@/layout/use-admin.ts";
import { EmptyCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SECTIONS } from "../sections.ts";
import DeclineDealForm from "./decline-deal-form.tsx";
import {
  type DealChange,
  type DealState,
  dealStanding,
  useChangeDeal,
  useDeal,
  useEditProgress,
} from "./use-deal.ts";

type CrmSectionProps = { userId: number; hasTurn: boolean };

/** Where the customer's deal stands in the CRM, and what can be done with it. */
export function CrmSection({ userId, hasTurn }: CrmSectionProps) {
  const whyOff = whyNotVendor("crm", useVendorsOff());
  const query = useDeal(userId, hasTurn && whyOff === null);
  const edit = useEditProgress(userId, hasTurn);
  const whyNotEdit = useWhyNot("users.edit");
  if (whyOff !== null)
    return <Section id="crm" title={SECTIONS.crm.title} state={{ kind: "empty", title: whyOff }} />;
  return (
    <QuerySection id="crm" title={SECTIONS.crm.title} query={query}>
      {(state) => (
        <div className="grid gap-3">
          <DealFacts deal={state.deal} />
          <EditCrmSteps userId={userId} progress={edit ?? null} disabledReason={whyNotEdit} />
          {state.change && <DealChangeState change={state.change} />}
          <DealActions userId={userId} state={state} />
        </div>
      )}
    </QuerySection>
  );
}

const DealFacts = ({ deal }: Pick<DealState, "deal">) => (
  <Facts
    facts={[
      ["Queue", deal?.stage ?? DEALS_MESSAGES.notInDeals],
      ["Decline Reason", deal?.declineReason ?? <EmptyCell key="none" />],
      [
        "Deal Id",
        deal ? (
          <span key="id" className="flex items-center gap-1">
            <span className="id-text">{deal.dealId}</span>
            <CopyButton value={deal.dealId} label="Deal Id" />
          </span>
        ) : (
          <EmptyCell key="none" />
        ),
      ],
    ]}
  />
);

function DealActions({ userId, state }: { userId: number; state: DealState }) {
  const [declining, setDeclining] = useState(false);
  const change = useChangeDeal(userId, state);
  const incapable = useWhyNot("deals.write");
  const standing = dealStanding(state);
  const { deal } = state;
  return (
    <div data-print="hide" className="flex flex-wrap gap-2">
      {DEAL_QUEUES.map((queue) => (
        <Button
          key={queue}
          size="small"
          pending={change.movingTo === queue}
          disabledReason={incapable ?? whyNotMoveDeal(queue, standing)}
          onClick={() => change.move(queue)}
        >
          {queue}
        </Button>
      ))}
      <Button
        size="small"
        disabledReason={incapable ?? whyNotDeclineDeal(standing)}
        onClick={() => setDeclining(true)}
      >
        {deal && isDeclined(deal) ? DEALS_MESSAGES.declinedLabel : "Manual Decline"}
      </Button>
      {deal === null && (
        <Button
          size="small"
          pending={change.requesting}
          disabledReason={incapable ?? whyNotRequestDeal(standing, state.zohoId)}
          onClick={change.request}
        >
          Request deal id
        </Button>
      )}
      {declining && (
        <DeclineDealForm
          change={change}
          onClose={() => {
            change.forgetRefusal();
            setDeclining(false);
          }}
        />
      )}
    </div>
  );
}

const STATE_WORDS: Record<DealChange["state"], string> = {
  QUEUED: "Queued",
  DELIVERED: "Done",
  FAILED: "Failed",
};

/** The last change of the deal that was made here, and how far it is on its way to the CRM. */
function DealChangeState({ change }: { change: DealChange }) {
  return (
    <output className="flex flex-wrap items-center gap-2 text-sm">
      <span>{changeText(change)}</span>
      <StatusBadge>{STATE_WORDS[change.state]}</StatusBadge>
      {change.state !== "DELIVERED" && change.lastError !== "" && (
        <span title={change.lastError} className="text-muted-foreground">
          {change.state === "FAILED"
            ? "The CRM refused it."
            : "The CRM did not take it yet; it is tried again."}
        </span>
      )}
    </output>
  );
}

function changeText({ step, stage, declineReason }: DealChange): string {
  if (step === "request") return "Request of a deal id";
  return declineReason === null ? `Move to ${stage}` : `Move to ${stage}: ${declineReason}`;
}
