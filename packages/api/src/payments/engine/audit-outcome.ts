import type { PaymentState, Tx } from "@countinghouse/db";
import { appendAuditEvents } from "../../audit.ts";
import type { Core } from "../../core.ts";
import type { IntentRow } from "./intent-row.ts";

/** How a payment stands from now on. */
export interface AuditedOutcome {
  state: PaymentState;
  at: Date;
  message?: string;
  /** The processor's name of it, where it told one. */
  reference?: string;
}

/** Leaves the event of what became of a payment, with the reason where there is one; `intent` as it stood before. */
export const auditOutcome = (
  tx: Tx,
  vault: Core["vault"],
  intent: IntentRow,
  { at, ...told }: AuditedOutcome,
): Promise<void> =>
  appendAuditEvents(
    tx,
    vault,
    { at, actor: "job:payments", action: "payments.outcome", requestId: intent.id },
    [
      {
        subject: { type: "user", id: intent.userId },
        before: { paymentId: intent.id, state: intent.state },
        after: { paymentId: intent.id, kind: intent.kind, amountCents: intent.amountCents, ...told },
      },
    ],
  );
