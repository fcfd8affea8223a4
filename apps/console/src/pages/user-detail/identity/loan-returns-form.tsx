import {
  type ChosenParts,
  DISBURSEMENT_FIRST,
  LOAN_RETURN_PART_NAMES,
  LOAN_RETURN_PARTS,
  type LoanReturnAmounts,
  type LoanReturnPart,
  returnedCents,
  whyNotReturnLoan,
  whyNotReturnPart,
} from "@countinghouse/validators/loan-returns/rules";
import { ReturnLoan } from "@countinghouse/validators/loan-returns/schemas";
import { LOAN_RETURNS_MESSAGES } from "@countinghouse/validators/messages";
import { formatCents } from "@countinghouse/validators/money";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { summarize } from "@/components/manual-payments/manual-payment-summary.ts";
import { WholeAmounts } from "@/components/manual-payments/whole-amounts.tsx";
import { userName } from "@/components/users/user-name.ts";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { useOnline } from "@/lib/use-online.ts";
import { Alert } from "@/ui/alert.tsx";
import { ErrorState } from "@/ui/states.tsx";
import type { User } from "../use-user.ts";

const Parts = ReturnLoan.pick({ isDA: true, isOF: true, isDF: true });

const OUTCOME_UNKNOWN =
  "The server did not answer. The return may or may not be recorded. It cannot be recorded twice.";

/** Takes an advance back: what of it, what that comes to, and what the customer owes then. */
export default function LoanReturnsForm({ user, onClose }: { user: User; onClose: () => void }) {
  const loan = useLoanReturn(user.id);
  const form = useZodForm(Parts, { isDA: false, isOF: false, isDF: false });
  const [isDA, isOF, isDF] = useWatch({ control: form.control, name: ["isDA", "isOF", "isDF"] });
  const { send, sending, refusal } = useReturnLoan(user.id, onClose);
  const isOnline = useOnline();

  const { data } = loan;
  const whyNot = data ? whyNotReturnLoan(data) : "The amounts are still loading.";
  const cents = data?.amounts ? returnedCents(data.amounts, { isDA, isOF, isDF }) : 0;
  const balanceCents = data?.balanceCents ?? 0;
  const owing = { name: userName(user), balanceCents, payoffCents: balanceCents };
  const summary = summarize({ paymentType: "DEBIT", amountCents: cents }, owing);
  const heldBy = (part: LoanReturnPart): string | null => {
    if (sending) return "The return is being sent.";
    return whyNot ?? (data?.amounts ? whyNotReturnPart(data.amounts, part) : null);
  };

  return (
    <DialogForm
      form={form}
      title={LOAN_RETURNS_MESSAGES.title}
      description={`Choose which parts of the advance to ${owing.name} were returned. You can do this only once, and it cannot be undone.`}
      onSubmit={(parts) => {
        if (data?.applicationId) send(data.applicationId, parts);
      }}
      submitting={sending}
      submitError={refusal}
      submitLabel={cents > 0 ? `Return ${formatCents(cents)}` : "Return"}
      failureMessage={errorDetails(refusal).code === null ? OUTCOME_UNKNOWN : undefined}
      disabledReason={
        isOnline ? (whyNot ?? (isDA ? null : DISBURSEMENT_FIRST)) : "You are offline. Payments are blocked."
      }
      onClose={onClose}
    >
      {loan.error && (
        <ErrorState
          message={errorDetails(loan.error).message}
          details={detailsText(errorDetails(loan.error))}
          retrying={loan.isFetching}
          onRetry={() => void loan.refetch()}
        />
      )}
      {data && whyNot !== null && <Alert tone="warning">{whyNot}</Alert>}
      {!loan.error &&
        (whyNot === null || !data) &&
        LOAN_RETURN_PART_NAMES.map((part) => (
          <CheckboxField
            key={part}
            control={form.control}
            name={part}
            label={partLabel(part, data?.amounts ?? null)}
            disabledReason={heldBy(part)}
          />
        ))}
      <output className="text-sm">{summary && <WholeAmounts in={summary.sentence} />}</output>
      {summary?.warning && <Alert tone="warning">{summary.warning}</Alert>}
    </DialogForm>
  );
}

const partLabel = (part: LoanReturnPart, amounts: LoanReturnAmounts | null): string =>
  amounts === null ? LOAN_RETURN_PARTS[part] : `${LOAN_RETURN_PARTS[part]} · ${formatCents(amounts[part])}`;

/** What a return would take back, asked anew each time the dialog opens. */
const useLoanReturn = (userId: number) =>
  trpc.loans.getReturn.useQuery({ userId }, { staleTime: 0, gcTime: 0 });

/** Returns a loan. Sent again after a lost answer it finds out what became of the first try, and repeats nothing. */
function useReturnLoan(userId: number, onDone: () => void) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const send = trpc.loans.return.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone();
    },
  });
  return {
    send: (applicationId: number, parts: ChosenParts) => {
      const what = { userId, applicationId, ...parts };
      send.mutate({ ...what, requestId: requestIdFor(what) });
    },
    sending: send.isPending,
    refusal: send.error,
  };
}
