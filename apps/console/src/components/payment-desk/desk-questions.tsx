import { ConfirmRun } from "./confirm-run.tsx";
import { UnknownOutcome } from "./unknown-outcome.tsx";
import type { PaymentDesk } from "./use-payment-desk.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

type DeskQuestionsProps = { desk: PaymentDesk; name: string; options: PaymentOptions };

/** The dialogs of a desk: the confirmation of a payment, and the next step for an unknown outcome. */
export const DeskQuestions = ({ desk, name, options }: DeskQuestionsProps) => (
  <>
    {desk.reviewed && (
      <ConfirmRun
        reviewed={desk.reviewed}
        name={name}
        options={options}
        sending={desk.isSending}
        onConfirm={() => desk.reviewed && desk.confirm(desk.reviewed)}
        onCancel={desk.cancelReview}
      />
    )}
    {desk.isUnknownOpen && desk.progress.step === "unknown" && (
      <UnknownOutcome
        unknown={desk.progress}
        name={name}
        checking={desk.isChecking}
        onCheck={desk.checkUnknown}
        onClose={desk.closeUnknown}
      />
    )}
  </>
);
