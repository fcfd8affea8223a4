import { addressLine, parseAddress } from "@countinghouse/validators/contact/us-address";
import { EDIT_USER_LABELS as LABEL } from "@countinghouse/validators/edit-user/rules";
import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { FieldFrame, useField } from "@/form/field.tsx";
import { Button } from "@/ui/button.tsx";
import { Input } from "@/ui/input.tsx";
import type { EditFields } from "./edit-values.ts";

const PARTS = ["currentAddress", "city", "state", "zipcode"] as const;

/** The address line. A whole address pasted into it fills city, state and zip code as well, and says so. */
export function AddressField<Output>({ form }: { form: UseFormReturn<EditFields, unknown, Output> }) {
  const [filled, setFilled] = useState<{ line: string; before: string[] } | null>(null);
  const fill = (values: readonly string[]) => {
    for (const [index, name] of PARTS.entries())
      form.setValue(name, values[index] ?? "", { shouldDirty: true, shouldValidate: true });
  };
  // A reset takes the line away, and with it what could be taken back.
  const undoable =
    useWatch({ control: form.control, name: "currentAddress" }) === filled?.line ? filled : null;
  const { field, aria, frame } = useField({
    control: form.control,
    name: "currentAddress",
    label: LABEL.currentAddress,
    description: undoable && (
      <span className="flex items-center gap-1">
        <output>City, State and Zip Code were filled from it.</output>
        <Button
          size="small"
          variant="link"
          className="h-auto px-0"
          onClick={() => {
            fill(undoable.before);
            setFilled(null);
          }}
        >
          Undo
        </Button>
      </span>
    ),
  });
  return (
    <FieldFrame {...frame}>
      <Input
        {...field}
        {...aria}
        value={field.value ?? ""}
        autoComplete="off"
        maxLength={200}
        onPaste={(event) => {
          const parts = parseAddress(event.clipboardData.getData("text"));
          if (parts === null) return;
          event.preventDefault();
          const line = addressLine(parts);
          setFilled({ line, before: PARTS.map((name) => form.getValues(name)) });
          fill([line, parts.city, parts.province, parts.postalCode]);
        }}
      />
    </FieldFrame>
  );
}
