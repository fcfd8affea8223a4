import { formatEin } from "@countinghouse/validators/contact/ein";
import { formatPhone } from "@countinghouse/validators/contact/phone";
import {
  AMOUNT_FIELDS,
  CONTACT_FIELDS,
  changedWatchedFields,
  disbursementAfter,
  NO_APPLICATION,
  TERM_INPUTS,
  WATCHED_FIELDS,
  type WatchedField,
  whatStays,
  whyNotEditAmounts,
} from "@countinghouse/validators/edit-user/rules";
import {
  isRedrawn,
  redrawSchedule,
  scheduleChanges,
  termsOfAll,
  whyNotRedraw,
} from "@countinghouse/validators/edit-user/schedule";
import {
  type EditUserFields,
  type editUserFor,
  type LoanTerms,
  PartOfEditForm,
} from "@countinghouse/validators/edit-user/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { z } from "zod";
import { moneyText } from "@/form/money-field.tsx";
import type { EditApplication, EditForm } from "./use-edit-form.ts";

/** The fields as they are typed. A locked term is none of them. */
export type EditFields = z.input<ReturnType<typeof editUserFor>>;
export type FieldName = keyof EditFields;

/** Why a term may not be changed, or null. */
export function whyLocked(application: EditForm["application"], field: WatchedField): string | null {
  if (application === null) return NO_APPLICATION;
  return (AMOUNT_FIELDS as readonly string[]).includes(field) ? whyNotEditAmounts(application) : null;
}

/** What the form shows when it opens. */
export function editFields({ contact, application }: EditForm): EditFields {
  const terms = application ? Object.entries(shownTerms(application.terms)) : [];
  const open = new Set<string>(
    WATCHED_FIELDS.filter((term) => whyLocked(application, term) === null).map((term) => TERM_INPUTS[term]),
  );
  return {
    ...contact,
    phone: formatPhone(contact.phone),
    einTax: formatEin(contact.einTax),
    ...Object.fromEntries(terms.filter(([field]) => open.has(field))),
    manualAdjustmentReason: application?.manualAdjustmentReason ?? "None",
  };
}

/** The terms as their fields show them. */
export const shownTerms = ({
  approvedAmountCents,
  discountAmountCents,
  paybackAmountCents,
  paymentAmountCents,
  ...terms
}: LoanTerms) => ({
  ...terms,
  approvedAmount: dollars(approvedAmountCents),
  discountAmount: dollars(discountAmountCents),
  paybackAmount: dollars(paybackAmountCents),
  paymentAmount: dollars(paymentAmountCents),
  firstPaymentDate: terms.firstPaymentDate ?? "",
  discountDate: terms.discountDate ?? "",
});

/** An amount as a money field writes it, "1,234.50"; empty where it is not known. */
export const dollars = (cents: number | null): string => (cents === null ? "" : moneyText(cents));

/** What the fields come to as far as they can be read: one that is wrong is left out. */
export function readFields(fields: Partial<EditFields>): Partial<EditUserFields> {
  const first = PartOfEditForm.safeParse(fields);
  if (first.success) return first.data;
  const wrong = new Set(first.error.issues.map(({ path }) => path[0]));
  return (
    PartOfEditForm.safeParse(Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.has(name))))
      .data ?? {}
  );
}

/** Everything that follows from an edit, before it is saved; by the same rules the server saves by. */
export function editConsequences(form: EditForm, edit: Partial<EditUserFields>) {
  const { application, contact } = form;
  const changedContact = CONTACT_FIELDS.filter(
    (field) => edit[field] !== undefined && edit[field] !== contact[field],
  );
  if (application === null) return { changedContact, changedTerms: [], terms: null };
  const changedTerms = changedWatchedFields(application.terms, edit);
  const given = WATCHED_FIELDS.filter((field) => edit[field] !== undefined);
  const after: LoanTerms = {
    ...application.terms,
    ...Object.fromEntries(given.map((field) => [field, edit[field]])),
  };
  return {
    changedContact,
    changedTerms,
    terms: {
      after,
      ...disbursementAfter(application, after, changedTerms),
      ...paymentsAfter(application, after, changedTerms),
      stays: whatStays(changedTerms, application),
    },
  };
}

export type Consequences = ReturnType<typeof editConsequences>;

function paymentsAfter(
  { payments, paidOut }: EditApplication,
  after: LoanTerms,
  changed: readonly WatchedField[],
) {
  if (!isRedrawn(changed, payments)) return { schedule: null, payments: [], whyNotRedraw: null };
  const today = newYorkDate(new Date());
  const ofAll = termsOfAll(after, paidOut);
  const schedule = redrawSchedule(ofAll, payments, today);
  return {
    schedule,
    payments: scheduleChanges(payments, schedule),
    whyNotRedraw: whyNotRedraw(ofAll, payments, today),
  };
}
