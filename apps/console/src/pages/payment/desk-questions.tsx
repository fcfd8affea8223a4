import { ConfirmRun } from "./confirm-run.tsx";
import { UnknownOutcome } from "./unknown-outcome.tsx";
import type { Balance } from "./use-balance.ts";
import type { PaymentDesk } from "./use-payment-desk.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

type DeskQuestionsProps = { desk: PaymentDesk; name: string; options: PaymentOptions; balance: Balance };

/** What a desk asks: whether the payment is to be made, and what to do where nobody knows what became of it. */
export const DeskQuestions = ({ desk, name, options, balance }: DeskQuestionsProps) => (
  <>
    {desk.reviewed && (
      <ConfirmRun
        order={desk.reviewed}
        name={name}
        options={options}
        balance={balance}
        warnings={desk.warnings(desk.reviewed.mode)}
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
