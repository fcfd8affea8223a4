import { createContext, use } from "react";
import type { BusinessRow } from "./use-businesses.ts";
import type { Waiting } from "./use-reload.ts";
import type { Selection } from "./use-selection.ts";

type State = {
  selection: Selection;
  /** What rows wait for until the list is read again. */
  waiting: ReadonlyMap<number, Waiting>;
  /** Why this admin may not register, file or download, or null. */
  disabledReasons: { register: string | null; file: string | null; download: string | null };
  retryRegistration: (userId: number) => void;
  askToFile: (rows: readonly BusinessRow[]) => void;
  askToFileAgain: (row: BusinessRow) => void;
  showUnmatched: (row: BusinessRow) => void;
  downloadLiens: (userIds: readonly number[]) => void;
  /** Whose documents are on their way. */
  downloading: readonly number[];
};

const Context = createContext<State | null>(null);

export const BusinessContext = Context.Provider;

export function useBusinessContext(): State {
  const state = use(Context);
  if (state === null) throw new Error("The row stands outside of its page.");
  return state;
}
