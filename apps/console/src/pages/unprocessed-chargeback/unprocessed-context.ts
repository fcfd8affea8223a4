import { createContext, use } from "react";
import type { UnprocessedRow } from "./use-unprocessed.ts";

type State = {
  rows: readonly UnprocessedRow[];
  selected: ReadonlySet<string>;
  /** Why nothing may be selected by this admin, or null. */
  disabledReason: string | null;
  toggle: (id: string, isOn: boolean) => void;
  toggleAll: (isOn: boolean) => void;
  copyRow: (row: UnprocessedRow) => void;
  /** The row whose line was copied just now. */
  copiedId: string | null;
};

const Context = createContext<State | null>(null);

export const UnprocessedContext = Context.Provider;

export function useUnprocessedContext(): State {
  const state = use(Context);
  if (state === null) throw new Error("The row stands outside of its page.");
  return state;
}
