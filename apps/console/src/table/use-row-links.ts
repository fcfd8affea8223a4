import { type RefObject, useEffect } from "react";

/** A press on any cell follows the link of its row. How is loaded with the first press: nothing is drawn by it. */
export function useRowLinks(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = table.current;
    const press = (event: MouseEvent) =>
      void import("./follow-row.ts").then(({ followRow }) => followRow(event));
    element?.addEventListener("click", press);
    element?.addEventListener("auxclick", press);
    return () => {
      element?.removeEventListener("click", press);
      element?.removeEventListener("auxclick", press);
    };
  }, [table]);
}
