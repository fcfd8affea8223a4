import {
  BETWEEN_REGISTERED_IDS,
  REGISTER_IDS_LIMIT,
  readRegisteredIds,
  whyNotRegisterIds,
} from "@countinghouse/validators/businesses/registered-ids";
import { PastedBusinesses } from "@countinghouse/validators/businesses/schemas";
import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useRef } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { checkPasted, findPlace, withoutTokens } from "@/components/user-ids/id-check.ts";
import { InvalidIds } from "@/components/user-ids/invalid-ids.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextareaField } from "@/form/text-field.tsx";
import { type Registered, useRegister } from "./use-register.ts";
import type { Reload } from "./use-reload.ts";

type RegisterDialogProps = {
  reload: Reload;
  onDone: (answer: Registered) => void;
  onClose: () => void;
};

const ID_RULES = { limit: REGISTER_IDS_LIMIT, read: readRegisteredIds, whyNotUse: whyNotRegisterIds };

/** Takes pasted user ids and sends their businesses to the verifier. */
export function RegisterDialog({ reload, onDone, onClose }: RegisterDialogProps) {
  const form = useZodForm(PastedBusinesses, { userIds: "" });
  const text = useWatch({ control: form.control, name: "userIds" });
  const { errors } = useFormState({ control: form.control, name: "userIds" });
  const { send, isSending, refusal } = useRegister(reload, onDone);
  const { ids, invalid, duplicates } = checkPasted(text, ID_RULES);
  const box = useRef<HTMLDivElement>(null);
  const sending = isSending ? "The request is being sent." : null;
  return (
    <DialogForm
      form={form}
      title={TEXT.registerLabel}
      description="The businesses of these users are sent to Middesk to be verified."
      onSubmit={({ userIds }) => send({ userIds, retry: false })}
      submitting={isSending}
      submitError={refusal}
      submitLabel={ids.length === 0 ? "Register" : `Register ${businessCount(ids.length)}`}
      failureMessage={TEXT.sendFailed}
      summary={<Counts valid={ids.length} duplicates={duplicates} />}
      onClose={onClose}
    >
      <div ref={box}>
        <TextareaField
          control={form.control}
          name="userIds"
          label="User ids"
          rows={6}
          disabledReason={sending}
          description={`Split at commas, blanks and new lines. Text after - or _ is ignored. Duplicates are removed. ${text.length.toLocaleString("en-US")} / ${REGISTER_IDS_LIMIT.toLocaleString("en-US")} characters.`}
        />
      </div>
      {errors.userIds && invalid.length > 0 && (
        <InvalidIds
          invalid={invalid}
          disabledReason={sending}
          onRemove={(tokens) =>
            form.setValue("userIds", withoutTokens(text, tokens, BETWEEN_REGISTERED_IDS), {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
          onFix={(token) => {
            const { start, end } = findPlace(text, token, BETWEEN_REGISTERED_IDS);
            const area = box.current?.querySelector("textarea");
            area?.focus();
            area?.setSelectionRange(start, end);
          }}
        />
      )}
    </DialogForm>
  );
}

type CountsProps = { valid: number; duplicates: number };

const Counts = ({ valid, duplicates }: CountsProps) => (
  <output>
    {valid > 0 && (
      <>
        <span className="num font-medium text-foreground">{valid.toLocaleString("en-US")}</span> valid
        {duplicates > 0 && ` · ${duplicates} removed as duplicate${duplicates === 1 ? "" : "s"}`}
      </>
    )}
  </output>
);

const businessCount = (count: number): string =>
  count === 1 ? "1 business" : `${count.toLocaleString("en-US")} businesses`;
