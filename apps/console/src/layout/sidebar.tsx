import { ArrowLeftIcon, LogOutIcon, type LucideIcon, PanelLeftIcon } from "lucide-react";
import { Link, useLocation, useSearch } from "wouter";
import { cn } from "@/lib/cn.ts";
import { setPreferences, usePreferences } from "@/lib/preferences.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { paths } from "@/paths.ts";
import { addressOf, findPage, pagesFor } from "./navigation.ts";
import { useRole } from "./use-admin.ts";
import { useSignOut } from "./use-sign-out.ts";
import { Wordmark } from "./wordmark.tsx";

/** The pages, or on a sub-page only the way back. It narrows to icons by choice, and on small screens by itself. */
export function Sidebar() {
  const { sidebarCollapsed } = usePreferences();
  const [pathname] = useLocation();
  const back = findPage(pathname)?.back;
  return (
    <aside
      data-shell
      data-collapsed={sidebarCollapsed || undefined}
      className="group/sidebar sticky top-0 flex h-svh w-(--sidebar-w) shrink-0 flex-col border-r border-sidebar-border bg-sidebar text-sidebar-foreground data-collapsed:w-(--sidebar-w-icon) max-lg:w-(--sidebar-w-icon)"
    >
      <div className="flex h-(--topbar-h) items-center px-3.5">
        <Wordmark />
      </div>
      <nav aria-label="Main" className="flex-1 px-2 py-1">
        <ul className="grid gap-0.5">{back === undefined ? <MainEntries /> : <BackEntry path={back} />}</ul>
      </nav>
      <div className="grid gap-0.5 px-2 py-2 max-lg:hidden">
        <button
          type="button"
          className={entryClass}
          aria-pressed={sidebarCollapsed}
          title={sidebarCollapsed ? "Expand sidebar" : undefined}
          onClick={() => setPreferences({ sidebarCollapsed: !sidebarCollapsed })}
        >
          <EntryContent icon={PanelLeftIcon} label="Collapse sidebar" />
        </button>
      </div>
    </aside>
  );
}

function MainEntries() {
  const [pathname] = useLocation();
  const signOut = useSignOut();
  const role = useRole();
  return (
    <>
      {pagesFor(role).map((page) =>
        page.icon ? (
          <li key={page.path}>
            <Link
              href={page.path}
              title={page.title}
              aria-current={page.path === pathname ? "page" : undefined}
              className={entryClass}
            >
              <EntryContent icon={page.icon} label={page.title} />
            </Link>
            {page.shortcut && <PageShortcut keys={page.shortcut} path={page.path} title={page.title} />}
          </li>
        ) : null,
      )}
      <li>
        <button type="button" title="Logout" className={entryClass} onClick={signOut}>
          <EntryContent icon={LogOutIcon} label="Logout" />
        </button>
      </li>
    </>
  );
}

function BackEntry({ path }: { path: string }) {
  const search = useSearch();
  const page = findPage(path);
  const title = page?.title ?? "Users";
  return (
    <li>
      <Link href={page ? addressOf(page, search) : path} title={`Back to ${title}`} className={entryClass}>
        <EntryContent icon={ArrowLeftIcon} label={`Back to ${title}`} />
      </Link>
      <PageShortcut keys="g u" path={paths.users()} title="Users" />
    </li>
  );
}

function PageShortcut({ keys, path, title }: { keys: string; path: string; title: string }) {
  const [, navigate] = useLocation();
  useShortcut({ keys, label: `Go to ${title}`, group: "Navigation" }, () => navigate(path));
  return null;
}

const entryClass =
  "flex h-8 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm font-medium transition-colors duration-120 hover:bg-sidebar-accent hover:text-sidebar-accent-foreground aria-[current=page]:bg-sidebar-accent aria-[current=page]:text-sidebar-accent-foreground aria-[current=page]:[&_svg]:text-sidebar-primary";

function EntryContent({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 stroke-[1.75]" />
      <span className={cn("truncate", narrowHidden)}>{label}</span>
    </>
  );
}

const narrowHidden = "group-data-collapsed/sidebar:sr-only max-lg:sr-only";
