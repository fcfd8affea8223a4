import { type RefObject, useEffect, useRef } from "react";

/** Whoever has saved or cancelled in a row goes on at the button where they began. */
export function useFocusAfter(isEditing: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, button]);
}
