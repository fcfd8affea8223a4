import { PRINCIPAL_REASONS } from "@countinghouse/validators/adverse-action/principal-reasons";
import { CHOOSE_REASON } from "@countinghouse/validators/adverse-action/rules";
import { SendNotice } from "@countinghouse/validators/adverse-action/schemas";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SelectField } from "@/form/select-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type NoticeFormProps = { applicationId: number; onClose: () => void };

const Reason = SendNotice.pick({ reason: true });
const OPTIONS = PRINCIPAL_REASONS.map((reason) => ({ value: reason, label: reason }));

/** Shows the reasons that the letter gives, asks for one where the stored reason is not specific, and sends the letter. */
export default function NoticeForm({ applicationId, onClose }: NoticeFormProps) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const preview = trpc.adverseAction.preview.useQuery({ applicationId });
  const form = useZodForm(Reason, { reason: undefined });
  const chosen = useWatch({ control: form.control, name: "reason" });
  const send = trpc.adverseAction.send.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
  });
  const { data } = preview;
  const mustChoose = data?.mustChoose === true && chosen === undefined;
  return (
    <DialogForm
      form={form}
      title="Send the notice"
      description="The customer receives a letter that states the reasons of the decline."
      onSubmit={({ reason }) => {
        const notice = { applicationId, ...(reason && { reason }) };
        send.mutate({ ...notice, requestId: requestIdFor(notice) });
      }}
      submitting={send.isPending}
      submitError={send.error ?? preview.error}
      submitLabel="Send"
      disabledReason={
        data === undefined
          ? "The reasons are not loaded."
          : (data.whyNot ?? (mustChoose ? CHOOSE_REASON : null))
      }
      summary={data?.whyNot ?? undefined}
      onClose={onClose}
    >
      {data && data.reasons.length > 0 && (
        <div>
          <p className="font-medium text-sm">Reasons in the letter</p>
          <ul className="list-disc pl-5 text-sm">
            {data.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {data?.mustChoose && (
        <SelectField
          control={form.control}
          name="reason"
          label={
            data.unclear.length === 0
              ? "Principal reason"
              : `Principal reason for “${data.unclear.join(", ")}”`
          }
          options={OPTIONS}
          placeholder="Select a reason…"
        />
      )}
    </DialogForm>
  );
}
