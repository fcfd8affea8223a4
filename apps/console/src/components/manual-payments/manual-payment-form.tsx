import {
  fixedFieldsFor,
  MANUAL_PAYMENT_LABELS as LABELS,
} from "@countinghouse/validators/manual-payments/rules";
import { type ManualPayment, manualPaymentFor } from "@countinghouse/validators/manual-payments/schemas";
import { PAYMENTS_MESSAGES } from "@countinghouse/validators/messages";
import { formatCents, parseCents } from "@countinghouse/validators/money";
import type { Role } from "@countinghouse/validators/roles";
import type { SettingName } from "@countinghouse/validators/settings/rules";
import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { useZodForm } from "@/form/form-shell.ts";
import { SheetForm } from "@/form/sheet-form.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { toast } from "@/lib/toast.ts";
import { useOnline } from "@/lib/use-online.ts";
import { Alert } from "@/ui/alert.tsx";
import { type ReceiptFacts, Reference } from "../payment-desk/receipt.tsx";
import { type Balance, whyNotConfirmOn } from "../payment-desk/use-balance.ts";
import { type Changed, changedFacts, type Owing, toSeenFacts } from "../payments/changed-facts.ts";
import { OverBalance } from "../payments/over-balance.tsx";
import { ConfirmPayment } from "./confirm-payment.tsx";
import { ManualPaymentFields } from "./manual-payment-fields.tsx";
import { summarize } from "./manual-payment-summary.ts";
import { useRecordPayment } from "./use-record-payment.ts";
import { WholeAmounts } from "./whole-amounts.tsx";

type ManualPaymentFormProps = {
  customer: { id: number; name: string };
  balance: Balance;
  role: Role;
  onRecorded: (receipt: ReceiptFacts) => void;
  onClose: () => void;
};

/** The values of the most frequent outside payment. */
const USUAL = { lineItemType: "Payment", ...fixedFieldsFor("EMPLOYEE", "Payment") } as const;

/** The payment under review, the facts that were shown, and the refusal of the server since then. */
type Reviewed = { payment: ManualPayment; owing: Owing | null; changed: Changed | null };

/** Records a payment that happened outside: input, a summary, a confirmation with the amount, one request. */
export function ManualPaymentForm({ customer, balance, role, onRecorded, onClose }: ManualPaymentFormProps) {
  const ceilingCents = useLimit("manualPaymentCeilingCents");
  const { name } = customer;
  const schema = useMemo(() => manualPaymentFor(role, ceilingCents), [role, ceilingCents]);
  const form = useZodForm(schema, {
    ...USUAL,
    transactionAmount: "",
    description: "",
    isExternal: false,
  });
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const isOnline = useOnline();
  const whyNotMore = useWhyNot("payments.takeMoreThanOwed");
  const { record, recording, isUnknown, refusal } = useRecordPayment(customer.id, {
    onRecorded: ({ paymentId, balanceCents: leftCents, message }, payment) => {
      onRecorded({
        message: `${message}. Recorded ${formatCents(payment.amountCents)} for ${name}.`,
        facts: [
          ["Customer", `${name} #${customer.id}`],
          ["Payment", `${payment.lineItemType} (${payment.paymentType})`],
          [LABELS.modeOfPayment, payment.modeOfPayment],
          ["Amount", formatCents(payment.amountCents)],
          [LABELS.description, payment.description],
          ["Reference", <Reference key="reference" value={paymentId} />],
          ["New balance", formatCents(leftCents)],
        ],
      });
      onClose();
    },
    onWaiting: onClose,
    onRefused: (error) => {
      const changed = changedFacts(error);
      setReviewed((before) => before && changed && { ...before, owing: changed.owing, changed });
    },
  });
  const balanceCents = balance.owing?.balanceCents ?? 0;
  const payoffCents = balance.owing?.payoffCents ?? 0;
  const [paymentType, transactionAmount] = useWatch({
    control: form.control,
    name: ["paymentType", "transactionAmount"],
  });
  const summary = summarize(
    { paymentType, amountCents: parseCents(transactionAmount) },
    { name, balanceCents, payoffCents },
  );
  const whyNotSend = isOnline ? null : "You are offline. Payments are blocked.";
  const whyNotRead = whyNotConfirmOn(balance);
  const whyNotOver = summary?.over && balance.owing ? whyNotMore : null;

  const leaveUnknown = (payment: ManualPayment) => {
    toast.error("The outcome of this payment is unknown", {
      description: `Look under Manual Payment before you record ${formatCents(payment.amountCents)} again.`,
    });
    onClose();
  };

  return (
    <SheetForm
      form={form}
      title={PAYMENTS_MESSAGES.manualTitle}
      description={`${name} #${customer.id}`}
      onSubmit={(payment) => setReviewed({ payment, owing: balance.owing, changed: null })}
      submitting={recording}
      submitError={refusal}
      submitLabel="Record payment"
      disabledReason={whyNotSend ?? whyNotRead ?? whyNotOver}
      summary={summary && <WholeAmounts in={summary.sentence} />}
      onClose={onClose}
    >
      <ManualPaymentFields
        form={form}
        role={role}
        limits={{ ceilingCents, balanceCents }}
        disabledReason={recording ? "The payment is being sent." : null}
      />
      <output className="grid gap-3">
        {summary?.over && <OverBalance warning={summary.over} whyNot={whyNotOver} />}
        {summary?.warning && <Alert tone="warning">{summary.warning}</Alert>}
      </output>
      {reviewed && (
        <ConfirmPayment
          payment={reviewed.payment}
          owing={{ name, balanceCents, payoffCents, ...reviewed.owing }}
          changed={reviewed.changed}
          whyNotOver={whyNotMore}
          recording={recording}
          isUnknown={isUnknown}
          onConfirm={(balanceConfirmed) =>
            record(reviewed.payment, {
              seen: toSeenFacts(reviewed.owing),
              equalPaymentId: reviewed.changed?.equalPaymentId ?? null,
              balance: balanceConfirmed,
            })
          }
          onCancel={() => (isUnknown ? leaveUnknown(reviewed.payment) : setReviewed(null))}
        />
      )}
    </SheetForm>
  );
}

/** Returns the limit of a setting in cents; null while it is unknown, and when a larger amount needs approval. */
function useLimit(name: SettingName): number | null {
  const { data } = trpc.settings.list.useQuery();
  const setting = data?.find((each) => each.name === name);
  return setting === undefined || setting.waits ? null : setting.cents;
}
