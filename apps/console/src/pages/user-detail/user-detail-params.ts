import {
  createParser,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryState,
  useQueryStates,
} from "nuqs";

const LARGEST_ID = 2_147_483_647;

/** A customer's id as it stands in an address: digits and nothing else. */
export function readUserId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= LARGEST_ID ? id : null;
}

const userDetailParams = {
  id: createParser({ parse: readUserId, serialize: String }),
  /** Which form lies over the page. */
  drawer: parseAsStringLiteral(["note", "manual-payment", "payment-preference"]),
  /** Of the note drawer: the note to change. Without one a new note is written. */
  note: parseAsString,
};

export const useUserId = (): number | null => useQueryStates(userDetailParams)[0].id;

export type Drawer = {
  drawer: "note" | "manual-payment" | "payment-preference" | null;
  noteId: string | null;
  openNote: (noteId?: string) => void;
  openManualPayment: () => void;
  openPaymentPreference: () => void;
  close: () => void;
};

/** The form over the page, kept in the address: Back closes it, a reload opens it again. */
export function useDrawer(): Drawer {
  const [{ drawer, note }, setParams] = useQueryStates(userDetailParams);
  return {
    drawer,
    noteId: note,
    openNote: (noteId) => void setParams({ drawer: "note", note: noteId ?? null }, { history: "push" }),
    openManualPayment: () => void setParams({ drawer: "manual-payment", note: null }, { history: "push" }),
    openPaymentPreference: () =>
      void setParams({ drawer: "payment-preference", note: null }, { history: "push" }),
    close: () => void setParams({ drawer: null, note: null }),
  };
}

const LAST_PAGE = 100_000;

/** The page of derogatory remarks in sight, from 1, and how to turn to another: Back turns back. */
export function useRemarksPage(): [page: number, goToPage: (page: number) => void] {
  const [page, setPage] = useQueryState("remarks", parseAsInteger.withDefault(1));
  const goToPage = (next: number) => void setPage(next === 1 ? null : next, { history: "push" });
  return [Math.min(Math.max(1, page), LAST_PAGE), goToPage];
}
