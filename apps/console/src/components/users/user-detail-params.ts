import { createParser, integerParam, oneOfParam, textParam, useParams } from "@/lib/search-params.ts";
import { readUserId } from "@/lib/user-id.ts";

const userDetailParams = {
  id: createParser({ parse: readUserId, serialize: String }),
  /** Which form lies over the page. */
  drawer: oneOfParam(["note", "manual-payment", "payment-preference", "files", "timeline"]),
  /** Of the note drawer: the note to change. Without one a new note is written. */
  note: textParam,
};

export const useUserId = (): number | null => useParams(userDetailParams)[0].id;

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
  const [{ drawer, note }, setParams] = useParams(userDetailParams);
  return {
    drawer,
    noteId: note,
    openNote: (noteId) => setParams({ drawer: "note", note: noteId ?? null }, { history: "push" }),
    openManualPayment: () => setParams({ drawer: "manual-payment", note: null }, { history: "push" }),
    openPaymentPreference: () => setParams({ drawer: "payment-preference", note: null }, { history: "push" }),
    openFiles: () => setParams({ drawer: "files", note: null }, { history: "push" }),
    openTimeline: () => setParams({ drawer: "timeline", note: null }, { history: "push" }),
    close: () => setParams({ drawer: null, note: null }),
  };
}

const LAST_PAGE = 100_000;
const remarksParams = { remarks: integerParam.withDefault(1) };

/** The page of derogatory remarks in sight, from 1, and how to turn to another: Back turns back. */
export function useRemarksPage(): [page: number, goToPage: (page: number) => void] {
  const [{ remarks }, set] = useParams(remarksParams);
  const goToPage = (next: number) => set({ remarks: next }, { history: "push" });
  return [Math.min(Math.max(1, remarks), LAST_PAGE), goToPage];
}
