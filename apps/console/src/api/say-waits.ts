import { navigate } from "wouter/use-browser-location";
import { toast } from "@/lib/toast.ts";
import { leaveSafely } from "@/lib/unsaved-changes.ts";
import { paths } from "@/paths.ts";
import { waitingApproval } from "./waits.ts";

/** Says once, whatever was pressed, that it waits for a second person, and where to see it. */
export function sayWaits(error: unknown): void {
  const waits = waitingApproval(error);
  if (waits === null) return;
  const { approvalId: approval, message } = waits;
  toast.info("Sent for approval", {
    description: message,
    action: { label: "Open approval", run: () => leaveSafely(() => navigate(paths.approvals({ approval }))) },
  });
}
