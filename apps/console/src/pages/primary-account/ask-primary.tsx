import { AlertDialog } from "@/ui/alert-dialog.tsx";

type AskPrimaryProps = {
  /** What is to become primary, as it stands in its row. */
  label: string;
  what: "account" | "card";
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The last question before another account or card becomes the primary one. */
export const AskPrimary = ({ label, what, pending, onConfirm, onCancel }: AskPrimaryProps) => (
  <AlertDialog
    title={`Make ${label} the primary ${what}?`}
    confirmLabel="Make primary"
    pending={pending}
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    New payments use this {what}. Payments in progress keep the {what} they started with.
  </AlertDialog>
);
