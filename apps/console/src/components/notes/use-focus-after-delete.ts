import { type RefCallback, useCallback, useEffect, useRef } from "react";
import type { Note } from "./use-notes.ts";

/**
 * Moves the focus after a note is deleted: to the menu of the next row, else to the heading of the section. The focus stays where
 * the user has moved it in the meantime.
 */
export function useFocusAfterDelete(
  sectionId: string,
  notes: readonly Note[] | undefined,
  deletingId: string | null,
) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const leaving = useRef<{ id: string; next: string | undefined } | null>(null);
  useEffect(() => {
    const left = leaving.current;
    if (left === null || notes === undefined) return;
    const isThere = notes.some(({ id }) => id === left.id);
    if (isThere && deletingId === left.id) return;
    leaving.current = null;
    if (isThere) return;
    if (document.activeElement !== document.body) return;
    const next = left.next === undefined ? undefined : buttons.current.get(left.next);
    (next ?? document.querySelector<HTMLElement>(`#${sectionId} h2`))?.focus();
  }, [sectionId, notes, deletingId]);
  const menuRef = useCallback(
    (id: string): RefCallback<HTMLButtonElement> =>
      (button) => {
        if (button) buttons.current.set(id, button);
        else buttons.current.delete(id);
      },
    [],
  );
  return {
    /** Call it with a note just before its deletion */
    willDelete: (id: string) => {
      const at = notes?.findIndex((note) => note.id === id) ?? -1;
      leaving.current = { id, next: notes?.[at + 1]?.id };
    },
    menuRef,
  };
}
