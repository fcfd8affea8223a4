import { formatCents } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { type DeskMode, modeRule } from "@countinghouse/validators/payments/kinds";
import { whyNotUseCard } from "@countinghouse/validators/payments/rules";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { moneyText } from "@/form/money-field.tsx";
import { type Choice, RadioListField } from "@/form/radio-list-field.tsx";
import { Button } from "@/ui/button.tsx";
import { masked } from "../payments/instrument-text.ts";
import { AddManuallyLink, PrimaryAccountsLink } from "./account-links.tsx";
import { accountChoices, cardChoices } from "./instruments.ts";
import type { PaymentValues } from "./payment-values.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

type InstrumentFieldsProps = {
  form: UseFormReturn<PaymentValues, unknown, RunPayment>;
  mode: DeskMode;
  options: PaymentOptions;
  withInactive: boolean;
  onWithInactive: (on: boolean) => void;
  disabledReason: string | null;
};

/** The source or destination of the money: a card, an account, or the card of the refunded sale. */
export function InstrumentFields(props: InstrumentFieldsProps) {
  if (props.mode === "REFUND") return <SaleField {...props} />;
  return modeRule(props.mode).rail === "CARD" ? <CardField {...props} /> : <AccountField {...props} />;
}

function CardField({ form, mode, options, disabledReason }: InstrumentFieldsProps) {
  const today = useToday();
  return (
    <RadioListField
      control={form.control}
      name="instrumentId"
      label="Card"
      required
      choices={cardChoices(mode, options.cards, today)}
      empty={
        <>
          No card on file · <PrimaryAccountsLink userId={options.customer.id} />
        </>
      }
      disabledReason={disabledReason}
    />
  );
}

function AccountField({
  form,
  mode,
  options,
  withInactive,
  onWithInactive,
  disabledReason,
}: InstrumentFieldsProps) {
  const inactive = options.accounts.filter(({ isActive }) => !isActive).length;
  return (
    <div className="grid gap-2">
      <RadioListField
        control={form.control}
        name="instrumentId"
        label="Bank account"
        required
        choices={accountChoices(mode, options.accounts, withInactive, newYorkDate)}
        empty={
          <>
            No bank account on file · <AddManuallyLink userId={options.customer.id} />
          </>
        }
        disabledReason={disabledReason}
      />
      <span>
        <Button
          size="small"
          variant={withInactive ? "primary" : "secondary"}
          aria-pressed={withInactive}
          disabledReason={inactive === 0 ? "This customer has no inactive accounts." : null}
          onClick={() => onWithInactive(!withInactive)}
        >
          inactive
        </Button>
      </span>
    </div>
  );
}

function SaleField({ form, options, disabledReason }: InstrumentFieldsProps) {
  const today = useToday();
  const choices = options.refundable.map((sale): Choice<string> => {
    const card = options.cards.find(({ id }) => id === sale.cardId);
    const { createdAt, amountCents, leftCents, instrumentLast4 } = sale;
    return {
      value: sale.id,
      label: `${newYorkDate(createdAt)} · ${formatCents(amountCents)} · ${masked(instrumentLast4)}`,
      note: `${formatCents(leftCents)} left`,
      disabledReason: card ? whyNotUseCard(card, today) : null,
    };
  });
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted-foreground">
        Choose the payment to refund. All refunds of a payment together cannot exceed its amount.
      </p>
      <RadioListField
        control={form.control}
        name="parentId"
        label="Payment to refund"
        required
        choices={choices}
        empty="No card payment to refund"
        disabledReason={disabledReason}
        onChosen={(id) => {
          const sale = options.refundable.find((each) => each.id === id);
          if (!sale) return;
          form.setValue("instrumentId", sale.cardId, { shouldDirty: true });
          form.setValue("amount", moneyText(sale.leftCents), { shouldDirty: true, shouldValidate: true });
        }}
      />
    </div>
  );
}

const useToday = (): string => useState(() => newYorkDate(new Date()))[0];
