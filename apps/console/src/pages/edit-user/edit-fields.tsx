import {
  EDIT_USER_LABELS as LABEL,
  TERM_INPUTS,
  type WatchedField,
} from "@countinghouse/validators/edit-user/rules";
import { FUNDS_DISPERSED_OPTIONS } from "@countinghouse/validators/loans/disbursement";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { DateField } from "@/form/date-field.tsx";
import { EinField, PhoneField } from "@/form/masked-field.tsx";
import { MoneyField } from "@/form/money-field.tsx";
import { SelectField } from "@/form/select-field.tsx";
import { TextField } from "@/form/text-field.tsx";
import { AddressField } from "./address-field.tsx";
import { type Consequences, dollars, type EditFields, shownTerms, whyLocked } from "./edit-values.ts";
import { LockedField } from "./locked-field.tsx";
import type { EditForm } from "./use-edit-form.ts";

type EditFieldsProps<Output> = {
  form: UseFormReturn<EditFields, unknown, Output>;
  base: EditForm;
  consequences: Consequences;
  /** Under the e-mail: whose it is already. */
  emailNote: ReactNode;
  onNoReason: () => void;
};

type TermField = { name: (typeof TERM_INPUTS)[WatchedField]; label: string };

/** Every field in the order of the specification (specification 1, section 2). */
export function EditFieldsGrid<Output>({
  form,
  base,
  consequences,
  emailNote,
  onNoReason,
}: EditFieldsProps<Output>) {
  const { control } = form;
  const { application, einMasked } = base;
  const shown = application && shownTerms(application.terms);
  const field = (term: WatchedField, render: (about: TermField) => ReactNode) => {
    const name = TERM_INPUTS[term];
    const label = LABEL[name];
    const reason = whyLocked(application, term);
    if (reason === null) return render({ name, label });
    const value = shown?.[name] ?? "";
    return <LockedField label={label} value={value} reason={reason} isMoney={term.endsWith("Cents")} />;
  };
  const money = (term: WatchedField) => field(term, (about) => <MoneyField control={control} {...about} />);
  const date = (term: WatchedField) => field(term, (about) => <DateField control={control} {...about} />);
  const text = (term: WatchedField, maxLength: number) =>
    field(term, (about) => (
      <TextField control={control} {...about} autoComplete="off" maxLength={maxLength} />
    ));
  return (
    <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-2 2xl:grid-cols-3">
      <TextField
        control={control}
        name="email"
        label={LABEL.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        description={emailNote}
      />
      <AddressField form={form} />
      <TextField control={control} name="zipcode" label={LABEL.zipcode} autoComplete="off" maxLength={10} />
      <TextField control={control} name="city" label={LABEL.city} autoComplete="off" maxLength={100} />
      <TextField control={control} name="state" label={LABEL.state} autoComplete="off" maxLength={2} />
      <TextField
        control={control}
        name="companyName"
        label={LABEL.companyName}
        autoComplete="off"
        maxLength={200}
      />
      <EinField
        control={control}
        name="einTax"
        label={LABEL.einTax}
        description={einMasked && `It is ${einMasked}. Leave blank to keep it.`}
      />
      {money("approvedAmountCents")}
      <PhoneField control={control} name="phone" label={LABEL.phone} />
      <LockedField
        label={LABEL.initialApprovedAmount}
        value={dollars(application?.initialApprovedAmountCents ?? null)}
        reason="The amount first approved."
        isMoney
      />
      {money("discountAmountCents")}
      {money("paybackAmountCents")}
      {money("paymentAmountCents")}
      {text("ofeeRate", 6)}
      {text("paymentTerms", 200)}
      {date("firstPaymentDate")}
      {date("discountDate")}
      {field("fundsDispersedOption", (about) => (
        <SelectField control={control} {...about} options={METHODS} />
      ))}
      <LockedField
        label={LABEL.disbursementFee}
        value={dollars(consequences.terms?.disbursementFeeCents ?? null)}
        reason="Set by the Funds Disbursed Method."
        isMoney
      />
      <LockedField
        label={LABEL.disbursementAmount}
        value={dollars(consequences.terms?.disbursementAmountCents ?? null)}
        reason="Approved Amount less Ofee and Disbursement Fee."
        isMoney
      />
      <SelectField
        control={control}
        name="manualAdjustmentReason"
        label={LABEL.manualAdjustmentReason}
        options={base.manualAdjustmentReasons.map(({ reason }) => ({ value: reason, label: reason }))}
        disabledReason={application === null ? "This customer has no application." : null}
        onChosen={(reason) => reason === "None" && onNoReason()}
      />
    </div>
  );
}

const METHODS = FUNDS_DISPERSED_OPTIONS.map((value) => ({ value, label: value }));
