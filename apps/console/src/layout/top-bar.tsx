import { SearchIcon } from "lucide-react";
import { Link, useLocation, useSearch } from "wouter";
import { keyLabel } from "@/lib/modifier-key.ts";
import { useCurrentTitle, useTitleAbove } from "@/lib/use-title.ts";
import { Breadcrumb, BreadcrumbItem, BreadcrumbPage } from "@/ui/breadcrumb.tsx";
import { Kbd } from "@/ui/kbd.tsx";
import { AdminMenu, TOP_BAR_ID } from "./admin-menu.tsx";
import { addressOf, ancestorsOf, findPage } from "./navigation.ts";
import { NewYorkClock } from "./new-york-clock.tsx";
import { openPalette } from "./overlays.tsx";

export function TopBar() {
  return (
    <header
      id={TOP_BAR_ID}
      data-shell
      className="sticky top-0 z-30 flex h-(--topbar-h) shrink-0 items-center gap-4 border-b bg-background px-(--page-px) max-sm:gap-2 max-sm:px-3"
    >
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
      <NewYorkClock />
      <AdminMenu />
    </header>
  );
}

function PageBreadcrumb() {
  const [pathname] = useLocation();
  const search = useSearch();
  const title = useCurrentTitle();
  const titleAbove = useTitleAbove();
  const page = findPage(pathname);
  return (
    <Breadcrumb>
      {page &&
        ancestorsOf(page).map((ancestor) => (
          <BreadcrumbItem key={ancestor.path}>
            <Link
              href={addressOf(ancestor, search)}
              className="rounded-sm hover:text-foreground hover:underline"
            >
              {(ancestor.path === page.back && titleAbove) || ancestor.title}
            </Link>
          </BreadcrumbItem>
        ))}
      <BreadcrumbItem>
        <BreadcrumbPage>{title || page?.title}</BreadcrumbPage>
      </BreadcrumbItem>
    </Breadcrumb>
  );
}
