import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { PreferenceInput } from "./payment-preference-form.tsx";

/** A method that is checked gets an expiry, one that is unchecked loses its number and its expiry. */
export function useMethodDefaults(
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
