import { REGISTER_IDS_LIMIT, readRegisteredIds } from "@countinghouse/validators/businesses/registered-ids";
import { RegisterBusinesses } from "@countinghouse/validators/businesses/schemas";
import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useWatch } from "react-hook-form";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextareaField } from "@/form/text-field.tsx";
import { Button } from "@/ui/button.tsx";
import { type Registered, useRegister } from "./use-register.ts";
import type { Reload } from "./use-reload.ts";

type RegisterDialogProps = {
  reload: Reload;
  onDone: (answer: Registered) => void;
  onClose: () => void;
};

const Pasted = RegisterBusinesses.pick({ userIds: true });
/** Of what is no user id, so many are named. */
const NAMED = 8;

/** Takes pasted user ids and sends their businesses to the verifier. */
export function RegisterDialog({ reload, onDone, onClose }: RegisterDialogProps) {
  const form = useZodForm(Pasted, { userIds: "" });
  const text = useWatch({ control: form.control, name: "userIds" });
  const { send, isSending, refusal } = useRegister(reload, onDone);
  const isReadable = text.length <= REGISTER_IDS_LIMIT;
  const { ids, tokens } = readRegisteredIds(isReadable ? text : "");
  const invalid = tokens.filter(({ id }) => id === null);
  const duplicates = tokens.filter(({ isDuplicate }) => isDuplicate).length;

  const keepValid = () => {
    form.setValue("userIds", ids.join(", "), { shouldDirty: true, shouldValidate: true });
    form.setFocus("userIds");
  };
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
      summary={<Counts isReadable={isReadable} valid={ids.length} duplicates={duplicates} />}
      onClose={onClose}
    >
      <TextareaField
        control={form.control}
        name="userIds"
        label="User ids"
        rows={6}
        disabledReason={isSending ? "The request is being sent." : null}
        description={`Split at commas, blanks and new lines. What follows a - or _ is cut, duplicates are removed. ${text.length.toLocaleString("en-US")} / ${REGISTER_IDS_LIMIT.toLocaleString("en-US")} characters.`}
      />
      {invalid.length > 0 && (
        <div className="flex items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-fg">
          <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="font-medium">Not user ids:</span> {joinNames(invalid.map((token) => token.text))}
          </p>
          <Button
            size="small"
            disabledReason={isSending ? "The request is being sent." : null}
            // Leaving the field would show its error, and move the button away from under the press.
            onMouseDown={(event) => event.preventDefault()}
            onClick={keepValid}
          >
            Remove them
          </Button>
        </div>
      )}
    </DialogForm>
  );
}

type CountsProps = { isReadable: boolean; valid: number; duplicates: number };

const Counts = ({ isReadable, valid, duplicates }: CountsProps) => (
  <output>
    {isReadable && valid > 0 && (
      <>
        <span className="num font-medium text-foreground">{valid.toLocaleString("en-US")}</span> valid
        {duplicates > 0 && ` · ${duplicates} removed as duplicate${duplicates === 1 ? "" : "s"}`}
      </>
    )}
  </output>
);

const businessCount = (count: number): string =>
  count === 1 ? "1 business" : `${count.toLocaleString("en-US")} businesses`;

const joinNames = (texts: readonly string[]): string => {
  const named = texts.slice(0, NAMED).map((text) => (text.length > 24 ? `${text.slice(0, 24)}…` : text));
  const further = texts.length - named.length;
  return `${named.join(", ")}${further > 0 ? ` and ${further.toLocaleString("en-US")} more` : ""}`;
};
