import { ArrowRightIcon, PanelRightIcon } from "lucide-react";
import { type FormEvent, type MouseEvent, useRef, useState } from "react";
import { Link } from "wouter";
import { cn } from "@/lib/cn.ts";
import { useFollowCurrent } from "@/lib/use-follow-current.ts";
import { DisabledReason, useReasonId } from "@/ui/button.tsx";
import { Input } from "@/ui/input.tsx";
import {
  ANCHOR_GROUP_NAMES,
  ANCHOR_GROUPS,
  type AnchorGroup,
  goToSection,
  SECTION_IDS,
  SECTIONS,
  type SectionId,
} from "./sections.ts";
import { useScrollSpy } from "./use-page-geometry.ts";

export type Anchor = {
  id: SectionId;
  /** How much the section holds, undefined until that is known; without it none is ever shown. */
  count?: number | undefined;
  failed?: boolean;
  disabledReason?: string | null;
  /** Opens a drawer: there is no section on the page to go to. */
  opens?: () => void;
  /** The address of a page of its own: there is no section on this one. */
  leadsTo?: string;
};

/** The sections of the page under five heads, the one being read marked. The number is how much a section holds. */
export function AnchorTabs({ anchors }: { anchors: readonly Anchor[] }) {
  const [typed, setTyped] = useState("");
  const list = useRef<HTMLElement>(null);
  const current = useScrollSpy(
    SECTION_IDS.filter((section) =>
      anchors.some(({ id, opens, leadsTo }) => id === section && !opens && !leadsTo),
    ),
  );
  useFollowCurrent(list, current);
  const wanted = typed.trim().toLowerCase();
  const shown = anchors.filter(({ id }) => SECTIONS[id].title.toLowerCase().includes(wanted));
  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const first = shown.find(({ opens, leadsTo }) => !opens && !leadsTo);
    if (wanted !== "" && first) goToSection(first.id);
  };
  return (
    <div
      data-print="hide"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] self-start lg:sticky lg:top-[calc(var(--sticky-top)+1rem)] lg:max-h-[calc(100dvh-var(--sticky-top)-2rem)]"
    >
      <form onSubmit={openFirst} className="pb-2 max-lg:hidden">
        <Input
          type="search"
          aria-label="Filter the sections"
          placeholder="Filter sections"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      <nav
        ref={list}
        aria-label="On this page"
        className="relative min-h-0 max-lg:overflow-x-auto lg:overflow-y-auto"
      >
        <ul className="flex gap-0.5 lg:grid lg:grid-cols-[minmax(0,1fr)]">
          {ANCHOR_GROUP_NAMES.map((group) => {
            const own = shown.filter(({ id }) => isIn(group, id));
            return (
              own.length > 0 && (
                <li key={group}>
                  <span
                    id={`anchors-${group}`}
                    className="block px-2.5 pt-2 pb-0.5 text-xs font-medium text-muted-foreground max-lg:sr-only"
                  >
                    {group}
                  </span>
                  <ul
                    aria-labelledby={`anchors-${group}`}
                    className="flex gap-0.5 lg:grid lg:grid-cols-[minmax(0,1fr)]"
                  >
                    {own.map((anchor) => (
                      <li key={anchor.id} className="*:w-full">
                        <AnchorEntry anchor={anchor} current={current} />
                      </li>
                    ))}
                  </ul>
                </li>
              )
            );
          })}
        </ul>
        {shown.length === 0 && (
          <p className="px-2.5 py-1 text-sm text-muted-foreground">No section is called that.</p>
        )}
      </nav>
    </div>
  );
}

const isIn = (group: AnchorGroup, id: SectionId): boolean =>
  (ANCHOR_GROUPS[group] as readonly SectionId[]).includes(id);

type AnchorEntryProps = { anchor: Anchor; current: SectionId | undefined };

function AnchorEntry({ anchor, current }: AnchorEntryProps) {
  const isCurrent = anchor.id === current;
  if (anchor.opens) return <DrawerAnchor {...anchor} opens={anchor.opens} />;
  if (anchor.leadsTo)
    return (
      <Link href={anchor.leadsTo} className={cn(anchorClass, "hover:bg-accent hover:text-foreground")}>
        <AnchorContent {...anchor} />
        <ArrowRightIcon aria-hidden className="ml-auto size-3.5" />
      </Link>
    );
  if (anchor.disabledReason)
    return <DisabledAnchor {...anchor} isCurrent={isCurrent} disabledReason={anchor.disabledReason} />;
  return (
    <a
      href={`#${anchor.id}`}
      aria-current={isCurrent ? "location" : undefined}
      onClick={(event) => followAnchor(event, anchor.id)}
      className={cn(anchorClass, "hover:bg-accent hover:text-foreground")}
    >
      <AnchorContent {...anchor} />
    </a>
  );
}

/** The browser would take the focus away again: a plain click is followed by hand, a click for a new tab is not. */
function followAnchor(event: MouseEvent, id: SectionId): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  goToSection(id);
}

const anchorClass =
  "flex min-h-8 w-full items-center gap-2 rounded-md px-2.5 py-1 text-left leading-tight text-muted-foreground max-lg:whitespace-nowrap transition-colors duration-120 aria-[current=location]:bg-accent aria-[current=location]:font-medium aria-[current=location]:text-foreground";

const DrawerAnchor = ({ opens, ...anchor }: Anchor & { opens: () => void }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={opens}
    className={cn(anchorClass, "hover:bg-accent hover:text-foreground")}
  >
    <AnchorContent {...anchor} />
    <PanelRightIcon aria-hidden className="ml-auto size-3.5" />
  </button>
);

type DisabledAnchorProps = Anchor & { disabledReason: string; isCurrent: boolean };

/** Reached with the keyboard like the others, so that the reason can be read. */
function DisabledAnchor({ disabledReason, isCurrent, ...anchor }: DisabledAnchorProps) {
  const reasonId = useReasonId(disabledReason);
  return (
    <DisabledReason id={reasonId} reason={disabledReason}>
      <button
        type="button"
        aria-disabled="true"
        aria-current={isCurrent ? "location" : undefined}
        aria-describedby={reasonId}
        className={cn(anchorClass, "opacity-60")}
      >
        <AnchorContent {...anchor} />
      </button>
    </DisabledReason>
  );
}

const AnchorContent = ({ id, failed, ...anchor }: Anchor) => (
  <>
    {SECTIONS[id].title}
    {"count" in anchor && (
      <span className={cn("num ml-auto min-w-2 text-xs", anchor.count === 0 && "text-subtle-foreground")}>
        {anchor.count?.toLocaleString("en-US")}
      </span>
    )}
    {failed && (
      <span className="ml-auto text-xs font-semibold text-danger-fg">
        <span aria-hidden>!</span>
        <span className="sr-only">failed to load</span>
      </span>
    )}
  </>
);
