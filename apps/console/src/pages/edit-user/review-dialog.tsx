import {
  EDIT_USER_LABELS as LABEL,
  type ManualAdjustmentReason,
} from "@countinghouse/validators/edit-user/rules";
import { useState } from "react";
import { ReasonList } from "@/components/reason-list.tsx";
import { Button } from "@/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/ui/dialog.tsx";
import { type Review, ReviewList } from "./review-list.tsx";

type ReviewDialogProps = {
  review: Review;
  /** The reasons to choose from, where one is needed; else null. */
  reasons: readonly ManualAdjustmentReason[] | null;
  saving: boolean;
  /** Told the chosen reason; null where none was asked for. */
  onConfirm: (reason: ManualAdjustmentReason | null) => void;
  onKeepEditing: () => void;
  /** Takes back everything that was changed. */
  onRevert: () => void;
};

/** What an edit changes, to be looked at before it is saved; and where it is needed, the question for the reason. */
export function ReviewDialog({
  review,
  reasons,
  saving,
  onConfirm,
  onKeepEditing,
  onRevert,
}: ReviewDialogProps) {
  const [reason, setReason] = useState<ManualAdjustmentReason | null>(null);
  const [firstButton, setFirstButton] = useState<HTMLButtonElement | null>(null);
  return (
    <Dialog open onOpenChange={(open) => !open && !saving && onKeepEditing()}>
      <DialogContent width="wide" initialFocus={reasons ? undefined : () => firstButton}>
        <DialogHeader>
          <DialogTitle>{reasons ? LABEL.manualAdjustmentReason : "Review changes"}</DialogTitle>
          <DialogDescription>
            {reasons
              ? "The terms below changed. Choose a reason. Cancel discards all changes."
              : "This is what will be saved."}
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          {reasons && (
            <ReasonList
              label={LABEL.manualAdjustmentReason}
              className="sm:grid-cols-2"
              reasons={reasons}
              value={reason}
              onChange={setReason}
              disabled={saving}
            />
          )}
          <ReviewList review={review} />
        </DialogBody>
        <DialogFooter>
          {reasons && (
            <Button className="mr-auto" disabledReason={saving ? "Saving…" : null} onClick={onRevert}>
              Cancel
            </Button>
          )}
          <Button disabledReason={saving ? "Saving…" : null} onClick={onKeepEditing}>
            Keep editing
          </Button>
          <Button
            ref={setFirstButton}
            variant="primary"
            pending={saving}
            disabledReason={reasons && reason === null ? "Choose a reason first." : null}
            onClick={() => onConfirm(reason)}
          >
            {reasons ? "OK" : "Save changes"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
