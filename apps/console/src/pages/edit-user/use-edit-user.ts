import {
  type ManualAdjustmentReason,
  NOTHING_CHANGED,
  needsManualAdjustmentReason,
  whyNotDisburse,
  whyNotOfferAmount,
} from "@countinghouse/validators/edit-user/rules";
import { type EditUserFields, editUserFor } from "@countinghouse/validators/edit-user/schemas";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { useLocation } from "wouter";
import { useZodForm } from "@/form/form-shell.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import type { EditConflict } from "./edit-conflict.tsx";
import {
  type Consequences,
  type EditFields,
  editConsequences,
  editFields,
  type FieldName,
  readFields,
} from "./edit-values.ts";
import { findStoredReason, reviewEdit } from "./review.ts";
import { useEditDraft } from "./use-edit-draft.ts";
import type { EditForm } from "./use-edit-form.ts";
import { type DuplicatedUser, useSaveEdit } from "./use-save-edit.ts";

/** One edit of one customer, from what was loaded over review and conflict to what is saved. */
export function useEditUser(loaded: EditForm, adminId: string) {
  /** What the edit is an edit of: as loaded, or as somebody else left it meanwhile. */
  const [base, setBase] = useState(loaded);
  const [reviewed, setReviewed] = useState<EditUserFields | null>(null);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const [duplicate, setDuplicate] = useState<(DuplicatedUser & { email: string }) | null>(null);
  const [, navigate] = useLocation();
  const { userId, application } = base;

  const form = useZodForm(editUserFor(editLimits(base)), editFields(base));
  const fields: Partial<EditFields> = useWatch({ control: form.control });
  const edit = readFields(fields);
  const consequences = editConsequences(base, edit);
  const needsReason =
    application !== null &&
    needsManualAdjustmentReason(application.terms, edit, edit.manualAdjustmentReason ?? "None");
  const draft = useEditDraft(form, draftKey(adminId, base), editFields(base));

  const { maximumOfferLimitCents: limitCents, stored } = editLimits(base);
  const isOverLimit =
    whyNotOfferAmount(edit.approvedAmountCents, limitCents, stored.approvedAmountCents) !== null;
  const { trigger } = form;
  useEffect(() => {
    if (isOverLimit) void trigger("approvedAmount");
  }, [isOverLimit, trigger]);

  const leave = () => navigate(paths.userDetail({ id: userId }));
  const { save, saving } = useSaveEdit(userId, {
    onSaved: () => {
      form.reset(form.getValues());
      draft.drop();
      leave();
    },
    onFailed: () => setReviewed(null),
    onDuplicate: (user, email) => {
      setDuplicate({ ...user, email });
      form.setFocus("email");
    },
    onChanged: (now, message) => {
      const theirs = editFields(now);
      const { mine, taken, contested } = mergeEdits(editFields(base), form.getValues(), theirs);
      draft.drop();
      setBase(now);
      form.reset(theirs);
      for (const [name, value] of mine) form.setValue(name, value, { shouldDirty: true });
      setConflict({ message, theirs, taken, contested });
    },
  });

  return {
    base,
    form,
    fields,
    consequences,
    needsReason,
    storedReason: findStoredReason(base, edit, consequences),
    draft,
    leave,
    saving,
    whyNotSubmit: form.formState.isDirty ? whyNotSubmit(consequences) : NOTHING_CHANGED,
    /** Whose the e-mail is, while it is still in the field. */
    duplicate: duplicate !== null && duplicate.email === edit.email ? duplicate : null,
    conflict: conflict && {
      ...conflict,
      takeTheirs: (name: keyof EditFields) =>
        form.setValue(name, conflict.theirs[name], { shouldDirty: true }),
      dismiss: () => setConflict(null),
    },
    submit: (values: EditUserFields) => {
      if (reviewEdit(base, values, consequences, needsReason).rows.length === 0) toast.info(NOTHING_CHANGED);
      else setReviewed(values);
    },
    review: reviewed && {
      ...reviewEdit(base, reviewed, consequences, needsReason),
      keepEditing: () => setReviewed(null),
      revert: () => {
        draft.discard();
        setReviewed(null);
      },
      confirm: (reason: ManualAdjustmentReason | null) =>
        save({
          ...reviewed,
          manualAdjustmentReason: reason ?? reviewed.manualAdjustmentReason,
          userId,
          version: base.version,
          application: application && { id: application.id, version: application.version },
          schedule: consequences.terms?.schedule ?? null,
        }),
    },
    /** The reason None takes everything back (specification 1, section 4); Undo leaves what was typed since. */
    resetByNone: () => {
      const { changedTerms, changedContact } = consequences;
      if (changedTerms.length + changedContact.length === 0) return;
      const before = {
        ...form.getValues(),
        manualAdjustmentReason: fields.manualAdjustmentReason ?? "None",
      };
      form.reset(editFields(base));
      form.setValue("manualAdjustmentReason", "None", { shouldDirty: true });
      const cleared = { ...form.getValues() };
      const undo = () => {
        const now = form.getValues();
        for (const name of Object.keys(cleared) as (keyof EditFields)[])
          if (now[name] === cleared[name] && before[name] !== cleared[name])
            form.setValue(name, before[name], { shouldDirty: true });
      };
      toast.info("The form was reset.", { undo });
    },
  };
}

const editLimits = ({ application, contact, maximumOfferLimitCents }: EditForm) => ({
  stored: {
    approvedAmountCents: application?.terms.approvedAmountCents ?? null,
    email: contact.email,
    phone: contact.phone,
  },
  maximumOfferLimitCents,
  expired: application?.expired ?? false,
  offerExpired: application?.offerExpired ?? false,
});

function whyNotSubmit({ terms, changedTerms }: Consequences): string | null {
  if (terms === null || changedTerms.length === 0) return null;
  return terms.whyNotRedraw ?? whyNotDisburse(terms.disbursementAmountCents);
}

const draftKey = (adminId: string, { userId, version, application }: EditForm): string =>
  `edit-user:${adminId}:${userId}:${version}.${application?.version ?? 0}`;

type Merge = {
  /** What the form holds from now on: one's own changes over what the other made of it. */
  mine: [name: FieldName, value: string][];
  /** Fields that only the other changed. */
  taken: FieldName[];
  /** Fields that both changed, to different values. */
  contested: FieldName[];
};

/** Puts two edits of the same values together, field by field. */
function mergeEdits(base: EditFields, mine: EditFields, theirs: EditFields): Merge {
  const merge: Merge = { mine: [], taken: [], contested: [] };
  for (const name of Object.keys(theirs) as FieldName[]) {
    const isMine = mine[name] !== base[name];
    const isTheirs = theirs[name] !== base[name];
    if (isMine && mine[name] !== theirs[name]) merge.mine.push([name, mine[name] ?? ""]);
    if (isTheirs && !isMine) merge.taken.push(name);
    if (isTheirs && isMine && mine[name] !== theirs[name]) merge.contested.push(name);
  }
  return merge;
}
