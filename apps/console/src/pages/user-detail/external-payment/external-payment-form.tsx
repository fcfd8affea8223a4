import { EXTERNAL_PAYMENTS_MESSAGES } from "@countinghouse/validators/messages";
import { EXTERNAL_PAYMENT_LABELS } from "@countinghouse/validators/user-flags/rules";
import { ExternalPayment } from "@countinghouse/validators/user-flags/schemas";
import { users } from "@countinghouse/validators/users/contract";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { useCommand } from "@/api/use-command.ts";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { PageForm } from "@/form/page-form.tsx";
import { TextField } from "@/form/text-field.tsx";
import type { User } from "../use-user.ts";

type ExternalPaymentFormProps = { user: User; title: string; onClose: () => void };

/** The version of the customer is the one the form was opened on: what came in between is not overwritten. */
export default function ExternalPaymentForm({ user, title, onClose }: ExternalPaymentFormProps) {
  const [{ id: userId, version, isExternal, externalAgency }] = useState(user);
  const utils = trpc.useUtils();
  const readAgain = useReadAgain();
  const form = useZodForm(ExternalPayment, { isExternal, externalAgency });
  const isPlaced = useWatch({ control: form.control, name: "isExternal" });
  const save = useCommand(users.setExternalPayment, {
    failure: null,
    onSuccess: (changed, { external }) => {
      utils.users.get.setData(
        { id: userId },
        (held) => held && { ...held, ...external, version: changed.version },
      );
      onClose();
    },
    onError: () => void readAgain(["users.get"]),
  });
  return (
    <PageForm
      form={form}
      title={title}
      onSubmit={(external) => save.mutate({ userId, version, external })}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Submit"
      failureMessage={EXTERNAL_PAYMENTS_MESSAGES.failed}
      onCancel={onClose}
    >
      <CheckboxField
        control={form.control}
        name="isExternal"
        label={EXTERNAL_PAYMENT_LABELS.isExternal}
        disabledReason={save.isPending ? "Saving…" : null}
      />
      <TextField
        control={form.control}
        name="externalAgency"
        label={EXTERNAL_PAYMENT_LABELS.externalAgency}
        autoComplete="off"
        disabledReason={
          save.isPending ? "Saving…" : isPlaced ? null : "Only with external collections; it is cleared."
        }
      />
    </PageForm>
  );
}
