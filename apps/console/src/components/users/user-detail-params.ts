import { createParser, integerParam, oneOfParam, textParam, useParams } from "@/lib/search-params.ts";
import { readUserId } from "@/lib/user-id.ts";

const userDetailParams = {
  id: createParser({ parse: readUserId, serialize: String }),
  /** The form that is open over the page. */
  drawer: oneOfParam(["note", "manual-payment", "payment-preference", "files", "timeline"]),
  /** The note that the note drawer changes; null for a new note. */
  note: textParam,
};

export const useUserId = (): number | null => useParams(userDetailParams)[0].id;

export type Drawer = {
  drawer: "note" | "manual-payment" | "payment-preference" | "files" | "timeline" | null;
  noteId: string | null;
  openNote: (noteId?: string) => void;
  openPaymentPreference: () => void;
  openFiles: () => void;
  openTimeline: () => void;
  close: () => void;
};

/** Returns the form over the page, which is stored in the address: Back closes it, and a reload opens it again. */
export function useDrawer(): Drawer {
  const [{ drawer, note }, setParams] = useParams(userDetailParams);
  return {
    drawer,
    noteId: note,
    openNote: (noteId) => setParams({ drawer: "note", note: noteId ?? null }, { history: "push" }),
    openPaymentPreference: () => setParams({ drawer: "payment-preference", note: null }, { history: "push" }),
    openFiles: () => setParams({ drawer: "files", note: null }, { history: "push" }),
    openTimeline: () => setParams({ drawer: "timeline", note: null }, { history: "push" }),
    close: () => setParams({ drawer: null, note: null }),
  };
}

const LAST_PAGE = 100_000;
const remarksParams = { remarks: integerParam.withDefault(1) };

/** Returns the visible page of derogatory remarks, from 1, and a function that shows another. Back returns to the page before. */
export function useRemarksPage(): [page: number, goToPage: (page: number) => void] {
  const [{ remarks }, set] = useParams(remarksParams);
  const goToPage = (next: number) => set({ remarks: next }, { history: "push" });
  return [Math.min(Math.max(1, remarks), LAST_PAGE), goToPage];
}
