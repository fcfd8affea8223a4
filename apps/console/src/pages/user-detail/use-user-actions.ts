import { useLocation } from "wouter";
import { useDrawer } from "@/components/users/user-detail-params.ts";
import { useActions } from "@/layout/actions.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import type { Anchor } from "./anchor-tabs.tsx";
import { goToSection, SECTIONS } from "./sections.ts";

type Action = { run: () => void; disabledReason: string | null };

export type UserActions = {
  createNote: Action;
  updateNote: (noteId: string) => void;
  recordPayment: Action;
};

/** What can be done on the page; the palette (`useOfferedActions`) and the keyboard offer the same. */
export function useUserActions(userId: number): UserActions {
  const { openNote } = useDrawer();
  const [, navigate] = useLocation();
  const createNote = { run: () => openNote(), disabledReason: useWhyNot("notes.write") };
  const recordPayment = {
    run: () => navigate(paths.payment({ id: userId, choice: "RECORD" })),
    disabledReason: useWhyNot("payments.recordManual"),
  };
  useShortcut({ keys: "n", label: "Create Note", group: "This page" }, () => {
    if (createNote.disabledReason === null) createNote.run();
    else toast.info(createNote.disabledReason);
  });
  return { createNote, updateNote: openNote, recordPayment };
}

/** Has the palette offer what can be done on the page, and its sections. */
export function useOfferedActions(
  { createNote, recordPayment }: UserActions,
  anchors: readonly Anchor[],
): void {
  const [, navigate] = useLocation();
  useActions([
    { label: "Create Note", ...createNote },
    { label: "Record outside payment", ...recordPayment },
    ...anchors.map(({ id, opens, leadsTo }) => ({
      label: opens ? `Open ${SECTIONS[id].title}` : `Go to ${SECTIONS[id].title}`,
      run: opens ?? (() => (leadsTo === undefined ? goToSection(id) : navigate(leadsTo))),
    })),
  ]);
}
