import { createContext, use } from "react";
import type { Schedule } from "./use-schedules.ts";

type State = {
  /** The row that is being changed: one at a time. */
  editingId: number | null;
  edit: (id: number | null) => void;
  /** Asks whether a payment is to be collected. */
  process: (schedule: Schedule) => void;
};

const Context = createContext<State | null>(null);

export const PageState = Context.Provider;

export function usePageState(): State {
  const state = use(Context);
  if (state === null) throw new Error("The row stands outside of its page.");
  return state;
}
