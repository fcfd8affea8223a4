import { ACCOUNT_PAGES } from "@countinghouse/validators/bank-accounts/rules";
import { Question } from "@/components/question.tsx";

type AskAddProps = {
  /** What is to be added, as it stands in its row. */
  label: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The last question before an account of a lost link is added by hand: it does not go back. */
export const AskAdd = ({ label, pending, onConfirm, onCancel }: AskAddProps) => (
  <Question
    title={`Add ${label} manually?`}
    confirmLabel={ACCOUNT_PAGES.add}
    pending={pending}
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    It moves to Active Accounts and no longer belongs to the lost bank link. Number and routing stay as they
    are.
  </Question>
);
