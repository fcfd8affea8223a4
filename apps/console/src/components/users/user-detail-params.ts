import {
  createParser,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryState,
  useQueryStates,
} from "nuqs";
import { readUserId } from "@/lib/user-id.ts";

const userDetailParams = {
  id: createParser({ parse: readUserId, serialize: String }),
  /** Which form lies over the page. */
  drawer: parseAsStringLiteral(["note", "manual-payment", "payment-preference", "files", "timeline"]),
  /** Of the note drawer: the note to change. Without one a new note is written. */
  note: parseAsString,
};

export const useUserId = (): number | null => useQueryStates(userDetailParams)[0].id;

export type Drawer = {
  drawer: "note" | "manual-payment" | "payment-preference" | "files" | "timeline" | null;
  noteId: string | null;
  openNote: (noteId?: string) => void;
  openManualPayment: () => void;
  openPaymentPreference: () => void;
  openFiles: () => void;
  openTimeline: () => void;
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
    openFiles: () => void setParams({ drawer: "files", note: null }, { history: "push" }),
    openTimeline: () => void setParams({ drawer: "timeline", note: null }, { history: "push" }),
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
