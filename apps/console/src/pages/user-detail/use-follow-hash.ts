import { useEffect } from "react";

/** Goes to the section the address names, once the page has the height it will have. */
export function useFollowHash(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [isReady]);
}
