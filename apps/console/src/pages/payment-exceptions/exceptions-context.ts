import { createContext, use } from "react";
import type { BookedOtherwise, UnmatchedReport } from "./use-payment-exceptions.ts";

/** What a person does about one row. */
export type Step =
  | { do: "match"; report: UnmatchedReport }
  | { do: "delete"; report: UnmatchedReport }
  | { do: "close"; exception: BookedOtherwise };

type State = {
  /** Why nothing may be done by this admin, or null. */
  disabledReason: string | null;
  begin: (step: Step) => void;
};

const Context = createContext<State | null>(null);

export const ExceptionsContext = Context.Provider;

export function useExceptionsContext(): State {
  const state = use(Context);
  if (state === null) throw new Error("The row stands outside of its page.");
  return state;
}
