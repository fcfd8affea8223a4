import { createContext, use } from "react";

type Sale = {
  /** Why nobody's payment may be taken by the one who looks, or null: asked once, not by each row. */
  disabledReason: string | null;
  /** Asks for a card payment of this user. */
  open: (userId: number) => void;
  /** Fetches the code of it ahead. */
  load: () => void;
};

const Context = createContext<Sale | null>(null);

export const SaleContext = Context.Provider;

export function useSale(): Sale {
  const sale = use(Context);
  if (sale === null) throw new Error("The row stands outside of its page.");
  return sale;
}
