import {
  AMOUNT_FIELDS,
  CONTACT_FIELDS,
  type ContactField,
  changedWatchedFields,
  disbursementAfter,
  type LetOffFacts,
  NO_APPLICATION,
  NOTHING_CHANGED,
  needsManualAdjustmentReason,
  REASON_NEEDED,
  REQUIRED_CONTACT_FIELDS,
  SCHEDULE_MOVED,
  USER_CHANGED,
  WATCHED_FIELDS,
  whatStays,
  whyNotDisburse,
  whyNotEditAmounts,
  whyNotEmpty,
  whyNotLetOff,
  whyNotOfferAmount,
} from "@countinghouse/validators/edit-user/rules";
import {
  type DrawnPayment,
  isRedrawn,
  type PaidOut,
  redrawSchedule,
  termsOfAll,
  whyNotPayWeekly,
  whyNotRedraw,
} from "@countinghouse/validators/edit-user/schedule";
import type { EditUser, LoanTerms } from "@countinghouse/validators/edit-user/schemas";
import { DomainError, refuseWhen } from "../errors.ts";

/** The newest application before the edit; amounts in cents. */
export interface StandingApplication {
  id: number;
  version: number;
  expired: boolean;
  offerExpired: boolean;
  isRenewed: boolean;
  fundedOn: string | null;
  contractSignedOn: string | null;
  terms: LoanTerms;
  disbursementFeeCents: number;
  disbursementAmountCents: number | null;
  manualAdjustmentReason: EditUser["manualAdjustmentReason"];
  payments: readonly { paymentDate: string; amountCents: number; isFixed: boolean; wasTried: boolean }[];
  paidOut: PaidOut;
}

/** Returns the contact fields that the edit changes. Throws RULE when a required field would become empty. */
export function changedContact(before: Record<ContactField, string>, after: EditUser): ContactField[] {
  for (const field of REQUIRED_CONTACT_FIELDS) refuseWhen(whyNotEmpty(field, after[field], before[field]));
  return CONTACT_FIELDS.filter((field) => before[field] !== after[field]);
}

interface PlanFacts extends Pick<LetOffFacts, "role" | "ceilingCents"> {
  today: string;
  limitCents: number;
}

/**
 * Returns the application after an edit, with every rule of the form checked again (specification 1, sections 4 and 5). Throws RULE;
 * CONFLICT when the application or its payments are not the reviewed ones.
 */
export function planTerms(
  before: StandingApplication | null,
  edit: EditUser,
  { today, limitCents, role, ceilingCents }: PlanFacts,
) {
  if (before?.id !== edit.application?.id || before?.version !== edit.application?.version)
    throw new DomainError("CONFLICT", USER_CHANGED, { changed: "user" });
  if (before === null) {
    refuseWhen(WATCHED_FIELDS.some((field) => edit[field] !== undefined) ? NO_APPLICATION : null);
    return null;
  }
  const changed = changedWatchedFields(before.terms, edit);
  if (AMOUNT_FIELDS.some((field) => edit[field] !== undefined)) refuseWhen(whyNotEditAmounts(before));
  const terms = { ...before.terms, ...editedTerms(edit) };
  refuseWhen(whyNotLetOff({ role, ceilingCents, fundedOn: before.fundedOn }, before.terms, terms));
  refuseWhen(whyNotOfferAmount(edit.approvedAmountCents, limitCents, before.terms.approvedAmountCents));
  refuseWhen(
    needsManualAdjustmentReason(before.terms, edit, edit.manualAdjustmentReason) ? REASON_NEEDED : null,
  );
  const paidOut = disbursementAfter(before, terms, changed);
  refuseWhen(changed.length > 0 ? whyNotDisburse(paidOut.disbursementAmountCents) : null);
  return {
    id: before.id,
    changed,
    isReasonChanged: edit.manualAdjustmentReason !== before.manualAdjustmentReason,
    terms,
    ...paidOut,
    schedule: editedSchedule(before, { terms, changed, reviewed: edit.schedule }, today),
    stays: whatStays(changed, before),
  };
}

export type TermsPlan = NonNullable<ReturnType<typeof planTerms>>;

/** Throws RULE when the edit changes nothing. */
export function refuseNothing(contact: readonly ContactField[], plan: TermsPlan | null): void {
  const isSomething = contact.length > 0 || plan?.changed.length || plan?.isReasonChanged;
  refuseWhen(isSomething ? null : NOTHING_CHANGED);
}

function editedTerms(edit: EditUser): Partial<LoanTerms> {
  const given = WATCHED_FIELDS.filter((field) => edit[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, edit[field]]));
}

interface Redraw {
  terms: LoanTerms;
  changed: readonly (keyof LoanTerms)[];
  reviewed: EditUser["schedule"];
}

/** Returns the new unpaid payments, or null when they stay. Throws RULE; CONFLICT when they are not the reviewed ones. */
function editedSchedule(
  { payments, paidOut }: StandingApplication,
  { terms, changed, reviewed }: Redraw,
  today: string,
): DrawnPayment[] | null {
  const redrawn = isRedrawn(changed, payments);
  const ofAll = termsOfAll(terms, paidOut);
  refuseWhen(redrawn ? whyNotRedraw(ofAll, payments, today) : whyNotPayWeekly(changed, terms));
  const drawn = redrawn ? redrawSchedule(ofAll, payments, today) : null;
  if (!isSame(drawn, reviewed)) throw new DomainError("CONFLICT", SCHEDULE_MOVED, { changed: "schedule" });
  return drawn;
}

const isSame = (one: DrawnPayment[] | null, other: DrawnPayment[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length &&
      one.every(
        ({ paymentDate, amountCents }, at) =>
          paymentDate === other[at]?.paymentDate && amountCents === other[at]?.amountCents,
      );
