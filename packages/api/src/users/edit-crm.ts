import type { ReadDb, Tx } from "@countinghouse/db";
import type { RetryEditStep } from "@countinghouse/validators/edit-user";
import type { ContactField, ManualAdjustmentReason } from "@countinghouse/validators/edit-user-rules";
import type { EditStep } from "@countinghouse/validators/edit-user-steps";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { type CrmMessage, crmLane, EDIT_KEY_PREFIX, NOT_IN_DEALS } from "../outbox/crm-message.ts";
import type { OutboxDraft } from "../outbox/queue.ts";

const UNKNOWN_TO_CRM: readonly ContactField[] = ["companyName", "einTax"];

/** The terms the CRM is told of (specification 1, section 7), in cents. */
export interface TermsForCrm {
  paymentAmount: number | null;
  paybackAmount: number | null;
  approvedAmount: number | null;
  discountAmount: number | null;
  disbursementAmountCents: number | null;
  manualAdjustmentReason: ManualAdjustmentReason;
}

interface EditForCrm {
  userId: number;
  crmId: string;
  /** As they are now: the CRM is told all of them, so that an earlier edit it refused is made good. */
  contact: Record<ContactField, string>;
  changedContact: readonly ContactField[];
  /** Null when the customer has no application. */
  terms: TermsForCrm | null;
}

/** What the CRM has to do about an edit. `key` names the edit. Nothing, for a customer it does not know. */
export function editSteps(key: string, edit: EditForCrm): OutboxDraft[] {
  const { userId, crmId, contact, changedContact, terms } = edit;
  if (crmId === "") return [];
  const draft = (step: EditStep, message: CrmMessage): OutboxDraft => ({
    topic: "CRM",
    dedupeKey: `${EDIT_KEY_PREFIX}${key}:${step}`,
    message,
  });
  return [
    ...(changedContact.some((field) => !UNKNOWN_TO_CRM.includes(field))
      ? [draft("contact", { step: "contact", userId, crmId, fields: contactForCrm(contact) })]
      : []),
    ...(terms ? [draft("deal", { step: "terms", userId, crmId, terms: forCrm(terms) })] : []),
  ];
}

const contactForCrm = (contact: Record<ContactField, string>) => ({
  email: contact.email || null,
  phone: contact.phone || null,
  street: contact.currentAddress || null,
  city: contact.city || null,
  state: contact.state || null,
  zipCode: contact.zipcode || null,
});

/** What was approved is what gets funded: before the fees, which the disbursement is without. */
const forCrm = ({ paymentAmount, paybackAmount, approvedAmount, discountAmount, ...rest }: TermsForCrm) => ({
  paymentAmountCents: paymentAmount,
  fundedAmountCents: approvedAmount,
  disbursementAmountCents: rest.disbursementAmountCents,
  repayAmountCents: paybackAmount,
  approvedAmountCents: approvedAmount,
  discountAmountCents: discountAmount,
  manualAdjustmentReason: rest.manualAdjustmentReason,
});

/** The steps of one edit at most. */
const MOST_STEPS = 2;

/** How far the CRM is with the last edit of a user; null when it was told of none. */
export async function editProgress(db: Pick<ReadDb, "outboxMessage"> | Tx, userId: number) {
  const newestFirst = await db.outboxMessage.findMany({
    where: { lane: crmLane(userId), dedupeKey: { startsWith: EDIT_KEY_PREFIX } },
    orderBy: { position: "desc" },
    take: MOST_STEPS,
    select: { id: true, dedupeKey: true, state: true, receipt: true, lastError: true, createdAt: true },
  });
  const [last] = newestFirst;
  if (last === undefined) return null;
  const { edit } = readKey(last.dedupeKey);
  const steps = newestFirst
    .filter(({ dedupeKey }) => readKey(dedupeKey).edit === edit)
    .map(({ id, dedupeKey, state, receipt, lastError }) => ({
      id,
      step: readKey(dedupeKey).step,
      state: state === "DELIVERED" && receipt === NOT_IN_DEALS ? ("SKIPPED" as const) : state,
      lastError,
    }))
    .toReversed();
  return { queuedAt: last.createdAt, steps };
}

function readKey(dedupeKey: string): { edit: string; step: EditStep } {
  const end = dedupeKey.lastIndexOf(":");
  return { edit: dedupeKey.slice(0, end), step: dedupeKey.slice(end + 1) === "deal" ? "deal" : "contact" };
}

/** Queues a step of the last edit again that the CRM refused. Throws RULE when it is not one of those. */
export function retryEditStep(ctx: AdminCtx, input: RetryEditStep & { requestId: string }) {
  const { userId, stepId } = input;
  const spec = { action: "users.retry-edit-step", capability: "users.edit", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const progress = await editProgress(tx, userId);
    const failed = progress?.steps.find(({ id, state }) => id === stepId && state === "FAILED");
    if (!failed) throw new DomainError("RULE", "This step is not one that failed.");
    await tx.outboxMessage.update({ where: { id: stepId }, data: { state: "QUEUED", nextAt: now } });
    return {
      result: { id: stepId },
      audit: {
        subject: { type: "user", id: userId },
        before: { step: failed.step, state: "FAILED", lastError: failed.lastError },
        after: { step: failed.step, state: "QUEUED" },
      },
    };
  });
}
