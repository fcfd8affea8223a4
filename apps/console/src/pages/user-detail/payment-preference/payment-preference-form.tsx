import type { RouterOutputs } from "@countinghouse/api";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import {
  defaultPreferenceUntil,
  PREFERENCE_SAVED,
  paymentPreferenceOn,
} from "@countinghouse/validators/payment-preferences/schemas";
import { PAYMENT_PREFERENCES_MESSAGES } from "@countinghouse/validators/payment-preferences/texts";
import { useEffect, useState } from "react";
import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { DateField } from "@/form/date-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SheetForm } from "@/form/sheet-form.tsx";
import { TextField } from "@/form/text-field.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type Preference = RouterOutputs["paymentPreferences"]["get"];

type PaymentPreferenceFormProps = { userId: number; preference: Preference; onClose: () => void };

/** The version is the one the form was opened on: what came in between is not overwritten. */
export default function PaymentPreferenceForm({ userId, preference, onClose }: PaymentPreferenceFormProps) {
  const [{ version, updatedBy: _by, updatedAt: _at, ...saved }] = useState(preference);
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const disabledReason = useWhyNot("paymentPreferences.write");
  const form = useZodForm(paymentPreferenceOn(today), {
    ...saved,
    bankNumber: saved.bankNumber ?? "",
    useBankUntil: saved.useBankUntil ?? "",
    cardNumber: saved.cardNumber ?? "",
    useCardUntil: saved.useCardUntil ?? "",
  });
  useMethodDefaults(form, defaultPreferenceUntil(today));
  const save = trpc.paymentPreferences.set.useMutation({
    onSuccess: () => {
      toast.success(PREFERENCE_SAVED);
      onClose();
    },
  });
  const fields = {
    control: form.control,
    earliest: addDays(today, 1),
    disabledReason: save.isPending ? "Saving…" : disabledReason,
  };
  return (
    <SheetForm
      form={form}
      title={PAYMENT_PREFERENCES_MESSAGES.title}
      onSubmit={(values) =>
        save.mutate({ userId, version, preference: values, requestId: requestIdFor([version, values]) })
      }
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Save"
      disabledReason={disabledReason}
      failureMessage={PAYMENT_PREFERENCES_MESSAGES.saveFailed}
      onClose={onClose}
    >
      <MethodFields {...fields} use="useBank" number="bankNumber" until="useBankUntil" names={BANK} />
      <MethodFields {...fields} use="useCard" number="cardNumber" until="useCardUntil" names={CARD} />
    </SheetForm>
  );
}

const BANK = { method: "ACH", number: "Bank Number", until: "ACH Expiry Date" };
const CARD = { method: "CARD", number: "Card Number", until: "CARD Expiry Date" };

export type PreferenceInput = {
  useBank: boolean;
  bankNumber: string | null;
  useBankUntil: string | null;
  useCard: boolean;
  cardNumber: string | null;
  useCardUntil: string | null;
};

type MethodFieldsProps = {
  control: Control<PreferenceInput, unknown, PreferenceInput>;
  earliest: string;
  disabledReason: string | null;
  use: "useBank" | "useCard";
  number: "bankNumber" | "cardNumber";
  until: "useBankUntil" | "useCardUntil";
  names: typeof BANK;
};

function MethodFields({ control, earliest, disabledReason, use, number, until, names }: MethodFieldsProps) {
  const isUsed = useWatch({ control, name: use });
  const unused = isUsed ? null : "Not used: its number and date are cleared.";
  return (
    <fieldset className="grid gap-3 rounded-md border px-3 pt-1 pb-3">
      <legend className="px-1 text-sm font-medium">{names.method}</legend>
      <CheckboxField
        control={control}
        name={use}
        label={`Use ${names.method}`}
        disabledReason={disabledReason}
      />
      <TextField
        control={control}
        name={number}
        label={names.number}
        description="The last four digits."
        inputMode="numeric"
        autoComplete="off"
        disabledReason={disabledReason ?? unused}
      />
      <DateField
        control={control}
        name={until}
        label={names.until}
        min={earliest}
        disabledReason={disabledReason ?? unused}
      />
    </fieldset>
  );
}

/** A method that is checked gets an expiry, one that is unchecked loses its number and its expiry. */
function useMethodDefaults(
  { subscribe, getValues, setValue }: UseFormReturn<PreferenceInput, unknown, PreferenceInput>,
  defaultUntil: string,
): void {
  useEffect(() => {
    const changed = (use: "useBank" | "useCard", number: "bankNumber" | "cardNumber") => {
      const until = `${use}Until` as const;
      const options = { shouldDirty: true, shouldValidate: false };
      if (getValues(use)) setValue(until, defaultUntil, options);
      else {
        setValue(number, "", options);
        setValue(until, "", options);
      }
    };
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (name === "useBank") changed("useBank", "bankNumber");
        if (name === "useCard") changed("useCard", "cardNumber");
      },
    });
  }, [subscribe, getValues, setValue, defaultUntil]);
}
