import {
  allowedPaymentTypes,
  amountLimitText,
  fixedFieldsFor,
  type LineItemType,
  lineItemTypesFor,
  MANUAL_PAYMENT_LABELS,
  MODES_OF_PAYMENT,
  PAYMENT_TYPES,
  type PaymentType,
  TRANSACTION_TYPES,
} from "@countinghouse/validators/manual-payments/rules";
import type { ManualPayment, manualPaymentFor } from "@countinghouse/validators/manual-payments/schemas";
import type { Role } from "@countinghouse/validators/roles";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { z } from "zod";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { MoneyField } from "@/form/money-field.tsx";
import { SelectField } from "@/form/select-field.tsx";
import { TextareaField } from "@/form/text-field.tsx";

type ManualPaymentForm = UseFormReturn<z.input<ReturnType<typeof manualPaymentFor>>, unknown, ManualPayment>;

type FixedFields = ReturnType<typeof fixedFieldsFor>;

const FIXABLE = ["modeOfPayment", "transactionType", "paymentType"] as const satisfies (keyof FixedFields)[];

type ManualPaymentFieldsProps = {
  form: ManualPaymentForm;
  role: Role;
  /** The limits of the amount in cents: the setting (null while unknown) and the balance. */
  limits: { ceilingCents: number | null; balanceCents: number };
  /** Why nothing may be changed now: it is being sent, or its outcome is unknown. */
  disabledReason: string | null;
};

const LABELS = MANUAL_PAYMENT_LABELS;

/** The fields of a manual payment. What the line item fixes for the role is filled in and disabled, with the reason. */
export function ManualPaymentFields({ form, role, limits, disabledReason }: ManualPaymentFieldsProps) {
  const { control, setValue } = form;
  const [lineItemType, paymentType] = useWatch({ control, name: ["lineItemType", "paymentType"] }) as [
    LineItemType | undefined,
    PaymentType | undefined,
  ];
  const fixed: FixedFields = lineItemType ? fixedFieldsFor(role, lineItemType) : {};
  const fieldDisabledReason = (field: keyof FixedFields): string | null => {
    if (disabledReason !== null) return disabledReason;
    return fixed[field] === undefined ? null : `Only SUPERADMIN can choose another for ${lineItemType}.`;
  };

  const fillIn = (chosen: LineItemType) => {
    const [type, ...otherTypes] = allowedPaymentTypes(chosen);
    const values = {
      ...(type && otherTypes.length === 0 && { paymentType: type }),
      ...fixedFieldsFor(role, chosen),
    };
    for (const field of FIXABLE) {
      const value = values[field];
      if (value !== undefined) setValue(field, value, { shouldDirty: true, shouldValidate: true });
    }
  };

  return (
    <>
      <SelectField
        control={control}
        name="lineItemType"
        label={LABELS.lineItemType}
        required
        options={asOptions(lineItemTypesFor(role))}
        onChosen={(value) => fillIn(value as LineItemType)}
        disabledReason={disabledReason}
      />
      <SelectField
        control={control}
        name="modeOfPayment"
        label={LABELS.modeOfPayment}
        required
        options={asOptions(MODES_OF_PAYMENT)}
        disabledReason={fieldDisabledReason("modeOfPayment")}
      />
      <SelectField
        control={control}
        name="transactionType"
        label={LABELS.transactionType}
        required
        options={asOptions(TRANSACTION_TYPES)}
        disabledReason={fieldDisabledReason("transactionType")}
      />
      <SelectField
        control={control}
        name="paymentType"
        label={LABELS.paymentType}
        required
        options={PAYMENT_TYPES.map((type) => ({
          value: type,
          label: type,
          disabled: lineItemType !== undefined && !allowedPaymentTypes(lineItemType).includes(type),
        }))}
        description={describePaymentTypes(lineItemType)}
        disabledReason={fieldDisabledReason("paymentType")}
      />
      <MoneyField
        control={control}
        name="transactionAmount"
        label={LABELS.transactionAmount}
        required
        description={amountLimitText({ role, lineItemType, paymentType, ...limits })}
        disabledReason={disabledReason}
      />
      <TextareaField
        control={control}
        name="description"
        label={LABELS.description}
        required
        rows={2}
        disabledReason={disabledReason}
      />
      <CheckboxField
        control={control}
        name="isExternal"
        label={LABELS.isExternal}
        disabledReason={disabledReason}
      />
    </>
  );
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Returns the meaning of the two types, or the reason why only one can be chosen. */
function describePaymentTypes(lineItemType: LineItemType | undefined): string {
  const [only, ...others] = lineItemType ? allowedPaymentTypes(lineItemType) : PAYMENT_TYPES;
  const other = PAYMENT_TYPES.find((type) => type !== only);
  return others.length > 0
    ? "DEBIT reduces what the customer owes, CREDIT increases it."
    : `${lineItemType} can not be ${other}.`;
}
