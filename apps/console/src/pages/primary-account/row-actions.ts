import { createContext, use } from "react";

/** What can be done with a row of a table of accounts or cards. */
export type RowActions = {
  /** Why nothing may be changed by this admin, or null. */
  disabledReason: string | null;
  /** The switch that is on its way, and where it goes. */
  switching: { id: number; on: boolean } | null;
  switchTo: (id: number, on: boolean) => void;
  /** Asks whether this one is to be the primary one from now on. */
  askPrimary: (id: number) => void;
  /** Asks whether this one is to be added by hand; only where accounts of lost links are listed. */
  askAdd?: (id: number) => void;
};

const Context = createContext<RowActions | null>(null);

export const RowActionsProvider = Context.Provider;

export function useRowActions(): RowActions {
  const actions = use(Context);
  if (actions === null) throw new Error("The row stands outside of its section.");
  return actions;
}
