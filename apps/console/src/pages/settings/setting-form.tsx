import { SETTING_SAVED, SETTINGS } from "@countinghouse/validators/settings/rules";
import { settingForm } from "@countinghouse/validators/settings/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { MoneyField, moneyText } from "@/form/money-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Setting } from "./values-section.tsx";

type SettingFormProps = { setting: Setting; onClose: () => void };

/** Changes one setting from what it was when the form was opened. */
export function SettingForm({ setting, onClose }: SettingFormProps) {
  const [{ name, cents, version }] = useState(setting);
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(settingForm(name), { amount: moneyText(cents) });
  const save = trpc.settings.set.useMutation({
    onSuccess: () => {
      toast.success(SETTING_SAVED);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const { label, description } = SETTINGS[name];
  return (
    <DialogForm
      form={form}
      title={label}
      description={description}
      onSubmit={({ amountCents }) => {
        const change = { name, amountCents, version };
        save.mutate({ ...change, requestId: requestIdFor(change) });
      }}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Save"
      onClose={onClose}
    >
      <MoneyField
        control={form.control}
        name="amount"
        label={`${label} (USD)`}
        disabledReason={save.isPending ? "Saving…" : null}
      />
    </DialogForm>
  );
}
