import { createContext, use } from "react";

type RowActions = {
  /** Why nobody's documents may be had by the one who looks, or null: asked once, not by each row. */
  mayNotDownload: string | null;
  downloadContract: (contract: { id: string; fileName: string }) => void;
  /** The contract that is on its way. */
  downloadingId: string | null;
  downloadAssets: (userId: number) => void;
  /** Why no further zip file can be made now, or null. */
  busyReason: string | null;
  /** The user whose reports are on their way. */
  assetsOfId: number | null;
  /** Null for an admin without the payment flag, who does not see the action. */
  payment: { disabledReason: string | null; open: (userId: number) => void; load: () => void } | null;
};

const Context = createContext<RowActions | null>(null);

export const CollectionContext = Context.Provider;

export function useRowActions(): RowActions {
  const actions = use(Context);
  if (actions === null) throw new Error("The row stands outside of its page.");
  return actions;
}
