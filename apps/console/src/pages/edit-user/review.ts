import { EDIT_USER_LABELS as LABEL } from "@countinghouse/validators/edit-user/rules";
import type { EditUserFields } from "@countinghouse/validators/edit-user/schemas";
import type { Consequences } from "./edit-values.ts";
import type { Review } from "./review-list.tsx";
import type { EditForm } from "./use-edit-form.ts";
import { type ChangeRow, centsText, changeRows } from "./value-text.ts";

/**
 * What an edit changes and what it does not, as it is looked at before it is saved. A reason that is still to be chosen
 * is none of it.
 */
export function reviewEdit(
  base: EditForm,
  edit: EditUserFields,
  consequences: Consequences,
  isReasonOpen: boolean,
): Review {
  const { application, contact, einMasked, zohoId } = base;
  const { changedContact, changedTerms, terms } = consequences;
  const reason = application?.manualAdjustmentReason ?? "None";
  const isReasonChanged = !isReasonOpen && edit.manualAdjustmentReason !== reason;
  const before = {
    ...contact,
    ...(einMasked !== null && { einTax: einMasked }),
    ...application?.terms,
    manualAdjustmentReason: reason,
  };
  const names = [
    ...changedContact,
    ...changedTerms,
    ...(isReasonChanged ? (["manualAdjustmentReason"] as const) : []),
  ];
  const fixed = application?.payments.filter(({ isFixed }) => isFixed).length ?? 0;
  const storedReason = findStoredReason(base, edit, consequences);
  const rows = changeRows(names, before, edit);
  return {
    rows: application && terms ? [...rows, ...computedRows(application, terms)] : rows,
    payments: terms?.payments ?? [],
    sentences: [
      ...(terms?.payments.length && fixed > 0 ? [fixedText(fixed)] : []),
      ...(terms?.stays ?? []),
      ...(storedReason === null ? [] : [storedReason]),
      zohoId === ""
        ? "This customer is not in the CRM. The CRM is not updated."
        : "The CRM is updated as well.",
    ],
  };
}

/** That the stored reason serves this edit of the terms as well, where none is chosen anew. */
export function findStoredReason(
  { application }: EditForm,
  { manualAdjustmentReason: reason }: Partial<EditUserFields>,
  { changedTerms }: Consequences,
): string | null {
  if (reason === undefined || reason === "None" || changedTerms.length === 0) return null;
  if (reason !== application?.manualAdjustmentReason) return null;
  return `The ${LABEL.manualAdjustmentReason} stays as stored and also applies to this edit: ${reason}.`;
}

type Computed = { disbursementFeeCents: number; disbursementAmountCents: number | null };

/** What follows from the terms, where it changes. */
const computedRows = (before: Computed, after: Computed): ChangeRow[] =>
  (
    [
      [LABEL.disbursementFee, before.disbursementFeeCents, after.disbursementFeeCents],
      [LABEL.disbursementAmount, before.disbursementAmountCents, after.disbursementAmountCents],
    ] as const
  )
    .filter(([, old, now]) => old !== now)
    .map(([label, old, now]) => ({ label, before: centsText(old), after: centsText(now) }));

const fixedText = (count: number): string =>
  count === 1
    ? "One payment that is paid or in progress does not change."
    : `${count} payments that are paid or in progress do not change.`;
