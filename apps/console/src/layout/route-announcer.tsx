import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useCurrentTitle } from "@/lib/use-title.ts";

/**
 * After a change of page, puts the focus on the new page's heading, which makes a screen reader say where it is,
 * and scrolls up, unless Back brought the visitor here.
 */
export function RouteAnnouncer() {
  const [pathname] = useLocation();
  const title = useCurrentTitle();
  const announced = useRef(pathname);
  const cameBack = useRef(false);

  useEffect(() => {
    const noteBack = () => {
      cameBack.current = true;
    };
    window.addEventListener("popstate", noteBack);
    return () => window.removeEventListener("popstate", noteBack);
  }, []);

  useEffect(() => {
    const heading = document.querySelector("h1");
    if (announced.current === pathname || title === "" || !heading) return;
    announced.current = pathname;
    heading.focus({ preventScroll: true });
    if (!cameBack.current && window.location.hash === "") window.scrollTo(0, 0);
    cameBack.current = false;
  }, [pathname, title]);

  return null;
}
