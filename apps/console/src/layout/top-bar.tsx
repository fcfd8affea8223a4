import { CircleQuestionMarkIcon, MenuIcon, SearchIcon } from "lucide-react";
import { Link, useLocation } from "wouter";
import { goBackTo } from "@/lib/go-back-to.ts";
import { keyLabel } from "@/lib/modifier-key.ts";
import { openMenu, openPalette, TOP_BAR_ID } from "@/lib/overlay.ts";
import { newYorkTime } from "@/lib/time-text.ts";
import { useNow } from "@/lib/timers.ts";
import { useCurrentTitle, useTitleAbove } from "@/lib/use-title.ts";
import { paths, routes } from "@/paths.ts";
import { Breadcrumb, BreadcrumbItem, BreadcrumbPage } from "@/ui/breadcrumb.tsx";
import { Kbd } from "@/ui/kbd.tsx";
import { AdminMenu } from "./admin-menu.tsx";
import { JobTray } from "./job-tray.tsx";
import { findPage, pageAncestors } from "./navigation.ts";
import { usePageAddress } from "./use-address-of.ts";

export function TopBar() {
  return (
    <header
      data-shell
      className="sticky top-0 z-bar flex h-(--topbar-h) shrink-0 items-center gap-4 border-b bg-background px-(--page-px) max-sm:gap-2 max-sm:px-3"
    >
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={openMenu}
        className="grid size-8 shrink-0 place-items-center rounded-md hover:bg-accent md:hidden"
      >
        <MenuIcon aria-hidden className="size-5 stroke-[1.75]" />
      </button>
      <div className="min-w-0 flex-1">
        <PageBreadcrumb />
      </div>
      <button
        type="button"
        onClick={openPalette}
        aria-keyshortcuts="Meta+K Control+K"
        className="flex h-8 w-72 items-center gap-2 rounded-md border border-input bg-card px-2.5 text-muted-foreground transition-colors duration-120 hover:border-border-strong max-lg:w-auto"
      >
        <SearchIcon aria-hidden className="size-4 stroke-[1.75]" />
        <span className="flex-1 text-left max-lg:sr-only">Search or jump to…</span>
        <Kbd className="max-lg:hidden">{keyLabel("mod+k")}</Kbd>
      </button>
      <JobTray />
      <NewYorkClock />
      <PageGuide />
      <AdminMenu />
      {/* Takes no place in the row, so that nothing moves when something opens in it. */}
      <div id={TOP_BAR_ID} className="absolute inset-x-0 top-0" />
    </header>
  );
}

/** A page above this one; a mere name while it is not known where that is. */
function Step({ address, children }: { address: string | null; children: string }) {
  if (address === null) return children;
  return (
    <Link
      href={address}
      className="truncate rounded-sm hover:text-foreground hover:underline"
      onClick={goBackTo}
    >
      {children}
    </Link>
  );
}

function PageBreadcrumb() {
  const [pathname] = useLocation();
  const pageAddress = usePageAddress();
  const title = useCurrentTitle();
  const titleAbove = useTitleAbove();
  const page = findPage(pathname);
  return (
    <Breadcrumb>
      {page &&
        pageAncestors(page).map((ancestor) => (
          <BreadcrumbItem key={ancestor.path}>
            <Step address={pageAddress(ancestor)}>
              {(ancestor.path === routes.userDetail && titleAbove) || ancestor.title}
            </Step>
          </BreadcrumbItem>
        ))}
      <BreadcrumbItem>
        <BreadcrumbPage>{title || page?.title}</BreadcrumbPage>
      </BreadcrumbItem>
    </Breadcrumb>
  );
}

/** The chapter about this page, beside it, so that what is entered here stays. */
function PageGuide() {
  const [pathname] = useLocation();
  if (pathname.startsWith(routes.guide)) return null;
  return (
    <a
      href={paths.guide({ page: pathname })}
      target="_blank"
      rel="noopener"
      title="Guide to this page"
      className="grid size-8 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-accent-foreground"
    >
      <CircleQuestionMarkIcon aria-hidden className="size-4 stroke-[1.75]" />
      <span className="sr-only">Guide to this page (opens in a new tab)</span>
    </a>
  );
}

/** The time all dates of the console are in. */
function NewYorkClock() {
  const now = useNow(5_000);
  return (
    <time
      dateTime={now.toISOString()}
      title="Times are shown in New York time (ET)"
      className="text-sm whitespace-nowrap text-muted-foreground max-sm:hidden"
    >
      {newYorkTime(now)}
    </time>
  );
}
