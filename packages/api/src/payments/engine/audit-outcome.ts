import type { PaymentState, Tx } from "@countinghouse/db";
import { appendAuditEvents } from "../../audit.ts";
import type { Core } from "../../core.ts";
import type { IntentRow } from "./intent-row.ts";

/** The new state of a payment. */
export interface AuditedOutcome {
  state: PaymentState;
  at: Date;
  message?: string;
  /** The processor's reference of the payment, if it gave one. */
  reference?: string;
}

/** Appends the audit event of a payment's new state, with the reason if there is one. `intent` is the row before the change. */
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
