import { useEffect, useLayoutEffect } from "react";
import { focusSection, SECTIONS, type SectionId } from "./sections.ts";

/**
 * Goes to the section the address names before anything is painted, and once more when it is known which sections
 * there are, in case the browser has not kept it in its place.
 */
export function useFollowHash(isReady: boolean): void {
  useLayoutEffect(followHash, []);
  useEffect(() => {
    if (!isReady) return undefined;
    const frame = requestAnimationFrame(followHash);
    return () => cancelAnimationFrame(frame);
  }, [isReady]);
}

function followHash(): void {
  const named = window.location.hash.slice(1);
  if (!isSection(named)) return;
  document.getElementById(named)?.scrollIntoView();
  focusSection(named);
}

const isSection = (id: string): id is SectionId => Object.hasOwn(SECTIONS, id);
