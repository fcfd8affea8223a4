import type { ManualAdjustmentReason } from "@countinghouse/validators/edit-user/rules";
import { EDIT_USER_MESSAGES } from "@countinghouse/validators/messages";
import { DraftRecovered } from "@/components/draft-recovered.tsx";
import { NewTabLink } from "@/components/new-tab-link.tsx";
import { PageForm } from "@/form/page-form.tsx";
import { paths } from "@/paths.ts";
import { EditConflictChoice } from "./edit-conflict.tsx";
import { EditFieldsGrid } from "./edit-fields.tsx";
import { Recalculation } from "./recalculation.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import type { EditForm } from "./use-edit-form.ts";
import { useEditUser } from "./use-edit-user.ts";
import type { DuplicatedUser } from "./use-save-edit.ts";

type EditUserFormProps = { loaded: EditForm; adminId: string };

export function EditUserForm({ loaded, adminId }: EditUserFormProps) {
  const {
    base,
    form,
    fields,
    consequences,
    needsReason,
    storedReason,
    draft,
    leave,
    saving,
    whyNotSubmit,
    duplicate,
    conflict,
    submit,
    review,
    resetByNone,
  } = useEditUser(loaded, adminId);
  return (
    <div className="grid items-start gap-(--section-gap) lg:grid-cols-[minmax(0,1fr)_19rem]">
      <PageForm
        form={form}
        title="Contact and terms"
        onSubmit={submit}
        submitting={saving}
        submitError={null}
        submitLabel="Submit"
        disabledReason={whyNotSubmit}
        onCancel={leave}
      >
        {draft.recovered && <DraftRecovered savedAt={draft.recovered.savedAt} onDiscard={draft.discard} />}
        {conflict && (
          <EditConflictChoice
            conflict={conflict}
            mine={fields}
            onTakeTheirs={conflict.takeTheirs}
            onDone={conflict.dismiss}
          />
        )}
        <EditFieldsGrid
          form={form}
          base={base}
          consequences={consequences}
          emailNote={duplicate && <EmailTaken user={duplicate} />}
          onNoReason={resetByNone}
        />
      </PageForm>
      <Recalculation
        base={base}
        consequences={consequences}
        needsReason={needsReason}
        storedReason={storedReason}
      />

      {review && (
        <ReviewDialog
          review={review}
          reasons={needsReason ? adjustmentReasons(base) : null}
          saving={saving}
          onConfirm={review.confirm}
          onKeepEditing={review.keepEditing}
          onRevert={review.revert}
        />
      )}
    </div>
  );
}

/** What can be chosen as a reason: None is none. */
const adjustmentReasons = ({ manualAdjustmentReasons }: EditForm): ManualAdjustmentReason[] =>
  manualAdjustmentReasons.flatMap(({ reason }) => (reason === "None" ? [] : [reason]));

const EmailTaken = ({ user: { id, fullname } }: { user: DuplicatedUser }) => (
  <span role="alert" className="font-medium [&_a]:text-danger-fg">
    <NewTabLink href={paths.userDetail({ id })}>{EDIT_USER_MESSAGES.emailTaken(id, fullname)}</NewTabLink>
  </span>
);
