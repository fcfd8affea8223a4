import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Redirect, useLocation } from "wouter";
import { useShortcut } from "@/lib/shortcuts.ts";
import { useDelayed } from "@/lib/timers.ts";
import { useCurrentTitle } from "@/lib/use-title.ts";
import { paths } from "@/paths.ts";
import { Skeleton } from "@/ui/progress.tsx";
import { BannerArea } from "./banner-area.tsx";
import { Failure } from "./failure.tsx";
import { Overlays } from "./overlays.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useAdmin } from "./use-admin.ts";

/** The frame of every page but login: navigation at the left, the bar above, the page in the rest. */
export function AppShell({ children }: { children: ReactNode }) {
  const [pathname] = useLocation();
  const { data: admin } = useAdmin();
  useShortcut({ keys: "[", label: "Previous section", group: "This page" }, () => goToSection(-1));
  useShortcut({ keys: "]", label: "Next section", group: "This page" }, () => goToSection(1));
  if (admin?.mustAddFactor && pathname !== paths.profile()) return <Redirect to={paths.profile()} replace />;
  return (
    <div className="flex min-h-svh">
      <a
        href="#page"
        data-shell
        className="fixed top-2 left-2 z-overlay -translate-y-20 rounded-md bg-primary px-3 py-2 text-primary-foreground focus:translate-y-0"
      >
        Skip to the page
      </a>
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar />
        <BannerArea />
        <main
          id="page"
          tabIndex={-1}
          className="flex flex-1 flex-col px-(--page-px) py-5 outline-none max-sm:px-3"
        >
          <ErrorBoundary FallbackComponent={Failure} resetKeys={[pathname]}>
            <Suspense key={pathname} fallback={<PageSkeleton />}>
              {children}
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <RouteAnnouncer />
      <Overlays />
    </div>
  );
}

/** Stands in while a page's code arrives; nothing at all when it arrives at once. */
function PageSkeleton() {
  const isSlow = useDelayed(true);
  if (!isSlow) return null;
  return (
    <output aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-64" />
    </output>
  );
}

/** Moves to the section after or before the one at the top of the screen. */
function goToSection(step: 1 | -1): void {
  const sections = [...document.querySelectorAll<HTMLElement>("[data-section]")];
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const current = sections.findLastIndex((section) => section.getBoundingClientRect().top <= top + 4);
  const target = sections[Math.max(0, current + step)];
  target?.scrollIntoView();
  target?.querySelector("h2")?.focus({ preventScroll: true });
}

/**
 * After a change of page, puts the focus on the new page's heading, which makes a screen reader say where it is,
 * and scrolls up, unless Back brought the visitor here.
 */
function RouteAnnouncer() {
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
