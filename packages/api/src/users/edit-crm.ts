import type { ReadDb } from "@countinghouse/db";
import type { ContactField, ManualAdjustmentReason } from "@countinghouse/validators/edit-user/rules";
import type { RetryEditStep } from "@countinghouse/validators/edit-user/schemas";
import type { EditStep } from "@countinghouse/validators/edit-user/steps";
import { users } from "@countinghouse/validators/users/contract";
import type { AdminCtx } from "../context.ts";
import { type CrmSteps, crmProgress, crmStepKey, retryCrmStep } from "../deals/crm-progress.ts";
import { type CrmMessage, crmDraft, EDIT_KEY_PREFIX } from "../deals/message.ts";
import type { OutboxDraft } from "../outbox/queue.ts";

const STEPS: CrmSteps<EditStep> = { prefix: EDIT_KEY_PREFIX, names: ["contact", "deal"] };

const UNKNOWN_TO_CRM: readonly ContactField[] = ["companyName", "einTax"];

/** The terms that the CRM receives (specification 1, section 7). */
export interface TermsForCrm {
  paymentAmountCents: number | null;
  paybackAmountCents: number | null;
  approvedAmountCents: number | null;
  discountAmountCents: number | null;
  disbursementAmountCents: number | null;
  manualAdjustmentReason: ManualAdjustmentReason;
}

interface EditForCrm {
  userId: number;
  crmId: string;
  /** All current values, so that they also repair an earlier edit that the CRM refused. */
  contact: Record<ContactField, string>;
  changedContact: readonly ContactField[];
  /** Null when the customer has no application. */
  terms: TermsForCrm | null;
}

/** Returns the CRM messages of the edit that `key` names; none for a customer whom the CRM does not know. */
export function editSteps(key: string, edit: EditForCrm): OutboxDraft[] {
  const { userId, crmId, contact, changedContact, terms } = edit;
  if (crmId === "") return [];
  const draft = (step: EditStep, message: CrmMessage) => crmDraft(crmStepKey(STEPS, key, step), message);
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

/** The funded amount is the approved amount before fees; the disbursement amount is after fees. */
const forCrm = ({
  paymentAmountCents,
  paybackAmountCents,
  approvedAmountCents,
  discountAmountCents,
  ...rest
}: TermsForCrm) => ({
  paymentAmountCents,
  fundedAmountCents: approvedAmountCents,
  disbursementAmountCents: rest.disbursementAmountCents,
  repayAmountCents: paybackAmountCents,
  approvedAmountCents,
  discountAmountCents,
  manualAdjustmentReason: rest.manualAdjustmentReason,
});

/** Returns the progress of the last edit of a user in the CRM; null when the CRM received none. */
export async function editProgress(db: Pick<ReadDb, "outboxMessage">, userId: number) {
  const progress = await crmProgress(db, STEPS, userId);
  return progress && { ...progress, steps: progress.steps.map(({ attempts: _tried, ...step }) => step) };
}

const { action, allow: capability } = users.retryEditStep;

/** Queues a refused step of the last edit again. Throws RULE for a step that did not fail; CONFLICT after a later change of the same. */
export const retryEditStep = (ctx: AdminCtx, input: RetryEditStep & { requestId: string }) =>
  retryCrmStep(ctx, { action, capability, steps: STEPS }, input);
