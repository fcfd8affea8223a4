import { ArrowLeftIcon, ChevronRightIcon, LogOutIcon, type LucideIcon, PanelLeftIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { Link, useLocation } from "wouter";
import { trpc } from "@/api/client.ts";
import { cn } from "@/lib/cn.ts";
import { goBackTo } from "@/lib/go-back-to.ts";
import { setPreferences, usePreferences } from "@/lib/preferences.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { useFollowCurrent } from "@/lib/use-follow-current.ts";
import { useWorkNews } from "@/live/feed.ts";
import { paths, routes } from "@/paths.ts";
import { BankAlert } from "./bank-alert.tsx";
import { findPage, type PageEntry, pagesFor } from "./navigation.ts";
import { PAGE_TITLES } from "./page-titles.ts";
import SidebarViews from "./sidebar-views.tsx";
import { usePageAddress } from "./use-address-of.ts";
import { useAdmin, useRole } from "./use-admin.ts";
import { useSignOut } from "./use-sign-out.ts";
import { Wordmark } from "./wordmark.tsx";

/**
 * The pages, or on a sub-page only the way back. It narrows to icons by choice, and by itself on small
 * screens and where a sub-page needs the room. On a telephone the menu of the top bar stands for it.
 */
export function Sidebar() {
  const { sidebarCollapsed } = usePreferences();
  const [pathname] = useLocation();
  const back = findPage(pathname)?.back;
  return (
    <aside
      data-shell
      data-collapsed={sidebarCollapsed || undefined}
      data-sub={back === undefined ? undefined : true}
      className="@container/sidebar group/sidebar sticky top-0 flex h-svh w-(--sidebar-w) shrink-0 flex-col border-r border-sidebar-border bg-sidebar text-sidebar-foreground data-collapsed:w-(--sidebar-w-icon) max-lg:w-(--sidebar-w-icon) max-2xl:data-sub:w-(--sidebar-w-icon) max-md:hidden"
    >
      <div className="flex h-(--topbar-h) items-center px-3.5">
        <Wordmark />
      </div>
      <SidebarNav>{back === undefined ? <MainEntries /> : <BackEntry path={back} />}</SidebarNav>
      <div className="grid gap-0.5 px-2 py-2 max-lg:hidden max-2xl:group-data-sub/sidebar:hidden">
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

/** One stop of the Tab key: the arrows lead from entry to entry. The current one is always in sight. */
export function SidebarNav({ children }: { children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const [pathname] = useLocation();
  const isKnown = useRole() !== null;
  useFollowCurrent(nav, `${pathname} ${isKnown}`);
  return (
    <nav ref={nav} aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-2 py-1">
      <ul>{children}</ul>
    </nav>
  );
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const nav = event.currentTarget.closest("nav");
  const entries = [...(nav?.querySelectorAll<HTMLElement>("a, button") ?? [])];
  const at = entries.indexOf(event.currentTarget);
  event.preventDefault();
  entries[step(at, entries.length - 1)]?.focus();
}

/** The entries of the sidebar, and of the menu that stands for it on a telephone. */
export function MainEntries() {
  const [pathname] = useLocation();
  const signOut = useSignOut();
  const role = useRole();
  const pages = pagesFor(role);
  const groups = groupPages(pages);
  const { sidebarGroups } = usePreferences();
  const isOpen = (group: string, entries: readonly PageEntry[]) =>
    sidebarGroups[group] ?? entries.some(({ path }) => path === pathname);
  // Tab comes to the current page or its folded group; to the first page where none is current.
  const stop = pages.find(({ path }) => path === pathname)?.path ?? pages[0]?.path;
  const link = (page: PageEntry) => (
    <PageLink key={page.path} page={page} isCurrent={page.path === pathname} isStop={page.path === stop} />
  );
  return (
    <>
      {groups.map(({ group, pages: entries }) =>
        group === undefined ? (
          entries.map(link)
        ) : (
          <Group
            key={group}
            name={group}
            isOpen={isOpen(group, entries)}
            hasCurrent={entries.some(({ path }) => path === pathname)}
          >
            {entries.map(link)}
          </Group>
        ),
      )}
      {pages.map(
        ({ path, title, shortcut }) =>
          shortcut && <PageShortcut key={path} keys={shortcut} path={path} title={title} />,
      )}
      <li>
        <button
          type="button"
          title="Logout"
          tabIndex={-1}
          className={entryClass}
          onKeyDown={moveFocus}
          onClick={signOut}
        >
          <EntryContent icon={LogOutIcon} label="Logout" />
        </button>
      </li>
    </>
  );
}

type GroupProps = { name: string; isOpen: boolean; hasCurrent: boolean; children: ReactNode };

/** A heading that opens and folds its pages. The choice is kept for this browser. */
function Group({ name, isOpen, hasCurrent, children }: GroupProps) {
  const { sidebarGroups } = usePreferences();
  const id = useId();
  return (
    <li>
      <button
        type="button"
        title={name}
        aria-expanded={isOpen}
        aria-controls={id}
        tabIndex={hasCurrent && !isOpen ? undefined : -1}
        className={cn(entryClass, "text-muted-foreground", hasCurrent && !isOpen && "bg-sidebar-accent")}
        onKeyDown={moveFocus}
        onClick={() => setPreferences({ sidebarGroups: { ...sidebarGroups, [name]: !isOpen } })}
      >
        <ChevronRightIcon
          aria-hidden
          className={cn("size-4 shrink-0 transition-transform duration-120", isOpen && "rotate-90")}
        />
        <span className={cn("truncate", narrowHidden)}>{name}</span>
      </button>
      <ul id={id} aria-label={name} hidden={!isOpen}>
        {isOpen && children}
      </ul>
    </li>
  );
}

type PageLinkProps = { page: PageEntry; isCurrent: boolean; isStop: boolean };

function PageLink({ page, isCurrent, isStop }: PageLinkProps) {
  const { path, title, icon, code } = page;
  if (icon === undefined) return null;
  return (
    <li>
      <Link
        href={path}
        title={title}
        tabIndex={isStop ? undefined : -1}
        onKeyDown={moveFocus}
        aria-current={isCurrent ? "page" : undefined}
        className={entryClass}
      >
        <EntryContent icon={icon} label={title} code={code} />
        {path === routes.bankStatus && <BankAlert />}
        {path === routes.work && <WorkCount />}
        {path === routes.approvals && <ApprovalsCount />}
      </Link>
      <SidebarViews path={path} title={title} isCurrent={isCurrent} onKeyDown={moveFocus} />
    </li>
  );
}

/** The pages with those of one heading together, in their order. */
function groupPages(pages: readonly PageEntry[]): { group: string | undefined; pages: PageEntry[] }[] {
  const groups: { group: string | undefined; pages: PageEntry[] }[] = [];
  for (const page of pages) {
    const last = groups.at(-1);
    if (last && last.group === page.group) last.pages.push(page);
    else groups.push({ group: page.group, pages: [page] });
  }
  return groups;
}

export function BackEntry({ path }: { path: string }) {
  const pageAddress = usePageAddress();
  const page = findPage(path);
  const address = page ? pageAddress(page) : null;
  const title = page && address !== null ? page.title : PAGE_TITLES.users;
  return (
    <li>
      <Link
        href={address ?? paths.users()}
        title={`Back to ${title}`}
        className={entryClass}
        onClick={goBackTo}
      >
        <EntryContent icon={ArrowLeftIcon} label={`Back to ${title}`} />
      </Link>
      <PageShortcut keys="g u" path={paths.users()} title={PAGE_TITLES.users} />
    </li>
  );
}

function PageShortcut({ keys, path, title }: { keys: string; path: string; title: string }) {
  const [, navigate] = useLocation();
  useShortcut({ keys, label: `Go to ${title}`, group: "Navigation" }, () => navigate(path));
  return null;
}

const entryClass =
  "relative flex h-7 w-full max-md:h-10 items-center gap-2.5 rounded-md px-2.5 text-left text-sm font-medium transition-colors duration-120 hover:bg-sidebar-accent hover:text-sidebar-accent-foreground aria-[current=page]:bg-sidebar-accent aria-[current=page]:text-sidebar-accent-foreground aria-[current=page]:[&_svg]:text-sidebar-primary";

type EntryContentProps = { icon: LucideIcon; label: string; code?: string | undefined };

function EntryContent({ icon: Icon, label, code }: EntryContentProps) {
  return (
    <>
      <Icon aria-hidden className={cn("size-4 shrink-0 stroke-[1.75]", code && narrowGone)} />
      {code && (
        <span
          aria-hidden
          className="hidden w-4 shrink-0 justify-center text-2xs font-semibold @max-[8rem]/sidebar:flex"
        >
          {code}
        </span>
      )}
      <span className={cn("truncate", narrowHidden)}>{label}</span>
    </>
  );
}

const narrowGone = "@max-[8rem]/sidebar:hidden";

const narrowHidden = "@max-[8rem]/sidebar:sr-only";

const READ_AGAIN_MS = 60_000;

/** Beside the entry of approvals: how many wait. Nothing while there are none, or it is not known. */
function ApprovalsCount() {
  const enabled = useAdmin().isSuccess;
  const { data } = trpc.approvals.count.useQuery(undefined, { enabled, refetchInterval: READ_AGAIN_MS });
  if (!data || data.waiting === 0) return null;
  const { waiting, toDecide } = data;
  return (
    <span
      title={`${waiting.toLocaleString("en-US")} wait, ${toDecide.toLocaleString("en-US")} of them for you`}
      className="num ml-auto text-xs text-muted-foreground group-data-collapsed/sidebar:sr-only max-lg:sr-only"
    >
      {waiting.toLocaleString("en-US")}
      <span className="sr-only"> wait</span>
    </span>
  );
}

/** Beside the entry of what waits: how many items there are, as it changes. Nothing while there are none, or it is not known. */
function WorkCount() {
  const news = useWorkNews();
  if (!news || news.waiting === 0) return null;
  const { waiting, mine } = news;
  return (
    <span
      title={`${waiting.toLocaleString("en-US")} wait, ${mine.toLocaleString("en-US")} of them for you`}
      className="num ml-auto text-xs text-muted-foreground @max-[8rem]/sidebar:sr-only"
    >
      {waiting.toLocaleString("en-US")}
      <span className="sr-only"> wait</span>
    </span>
  );
}
