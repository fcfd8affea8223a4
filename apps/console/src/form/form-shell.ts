import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { errorDetails } from "@/api/errors.ts";

/** What each of the three form shells must be given, so that nothing of it can be forgotten. */
export type FormShellProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  title: string;
  onSubmit: (values: Output) => void;
  submitting: boolean;
  /** What the last try came to: the mutation's `error`, null when there is none. */
  submitError: unknown;
  /** A verb that says what will happen: "Record payment". */
  submitLabel: string;
  /** What it does is hard to take back: the button is red. */
  destructive?: boolean | undefined;
  /** The product's sentence for a failure that the server did not explain. */
  failureMessage?: string | undefined;
  /** Why it may not be submitted by this person or in this state. */
  disabledReason?: string | null | undefined;
  description?: ReactNode;
  /** In the footer, beside the buttons: a summary in a plain sentence. */
  summary?: ReactNode;
  children: ReactNode;
};

type Submission<Input extends FieldValues, Output> = Pick<
  FormShellProps<Input, Output>,
  "form" | "onSubmit" | "submitting" | "submitError" | "disabledReason"
>;

/** Submits once at a time, and puts what the server says of single fields onto them. */
export function useSubmission<Input extends FieldValues, Output>({
  form,
  onSubmit,
  submitting,
  submitError,
  disabledReason,
}: Submission<Input, Output>): (event: SyntheticEvent) => void {
  const isChecking = useRef(false);
  const { setError } = form;

  useEffect(() => {
    const [first] = Object.keys(errorDetails(submitError).fieldErrors);
    for (const [name, messages] of Object.entries(errorDetails(submitError).fieldErrors)) {
      setError(name as FieldPath<Input>, { message: messages[0] ?? "" }, { shouldFocus: name === first });
    }
  }, [submitError, setError]);

  return (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (isChecking.current || submitting || disabledReason) return;
    isChecking.current = true;
    void form
      .handleSubmit(onSubmit)(event)
      .finally(() => {
        // React shows `submitting` one task later: until then a second submission is the same one.
        setTimeout(() => {
          isChecking.current = false;
        });
      });
  };
}

/**
 * Of a button or a box being pressed: a field that was left by it would show its error then, and push it away from under
 * the pointer before it is let go.
 */
export const keepFocus = (event: SyntheticEvent): void => event.preventDefault();

/** Where the focus starts: on the first thing to fill in, not on the button that closes. */
export const firstControl = (form: HTMLFormElement | null): HTMLElement | null =>
  form?.querySelector<HTMLElement>(
    "[data-slot=input], [data-slot=textarea], [data-slot=select-trigger], [data-slot=checkbox], input[type=radio]:enabled",
  ) ?? null;

/** A form that holds what is typed and hands on what the schema makes of it. Each field is checked once left, or by `mode`. */
export const useZodForm = <Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  mode: "onTouched" | "onSubmit" = "onTouched",
): UseFormReturn<Input, unknown, Output> =>
  useForm<Input, unknown, Output>({ resolver: zodResolver(schema), mode, defaultValues });
