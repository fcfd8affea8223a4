import type { BadgeTone } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { DealChange } from "./use-deal.ts";

const STATES: Record<DealChange["state"], { tone: BadgeTone; text: string }> = {
  QUEUED: { tone: "pending", text: "Queued" },
  DELIVERED: { tone: "success", text: "Done" },
  FAILED: { tone: "danger", text: "Failed" },
};

/** The last change of the deal that was made here, and how far it is on its way to the CRM. */
export function DealChangeState({ change }: { change: DealChange }) {
  const { tone, text } = STATES[change.state];
  return (
    <output className="flex flex-wrap items-center gap-2 text-sm">
      <span>{changeText(change)}</span>
      <StatusBadge tone={tone}>{text}</StatusBadge>
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
