import { PanelRightCloseIcon } from "lucide-react";
import type { Note } from "@/components/notes/use-notes.ts";
import { useDrawer } from "@/components/users/user-detail-params.ts";
import { setPreferences } from "@/lib/preferences.ts";
import { useMedia } from "@/lib/use-media.ts";
import { Button } from "@/ui/button.tsx";
import { Sheet, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { Timeline } from "./timeline.tsx";

type TimelineRailProps = { userId: number; notes: readonly Note[] | undefined; isReady: boolean };

/** From here on there is room for it beside the sections. */
export const RAIL_FITS = "(min-width: 1440px)";

/** The timeline beside the sections, where there is room and nobody has folded it away. */
export function TimelineRail(props: TimelineRailProps) {
  const isWide = useMedia(RAIL_FITS);
  if (!isWide) return null;
  return (
    <aside
      aria-labelledby="timeline-heading"
      data-print="hide"
      className="sticky top-[calc(var(--sticky-top)+1rem)] flex h-[calc(100dvh-var(--sticky-top)-2rem)] w-(--rail-w) flex-col self-start overflow-hidden rounded-lg border bg-card"
    >
      <header className="flex items-center justify-between px-3 py-2">
        <h2 id="timeline-heading" className="text-lg font-semibold tracking-[-0.01em]">
          Timeline
        </h2>
        <Button
          variant="ghost"
          size="icon-small"
          aria-label="Hide the timeline"
          onClick={() => setPreferences({ timelineHidden: true })}
        >
          <PanelRightCloseIcon aria-hidden />
        </Button>
      </header>
      <Timeline {...props} />
    </aside>
  );
}

/** The same over the page. */
export function TimelineSheet(props: TimelineRailProps) {
  const { drawer, close } = useDrawer();
  if (drawer !== "timeline") return null;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && close()}>
      <SheetContent>
        <SheetHeader title="Timeline" />
        <div className="flex min-h-0 flex-1 flex-col pt-3">
          <Timeline {...props} />
        </div>
      </SheetContent>
    </Sheet>
  );
}
