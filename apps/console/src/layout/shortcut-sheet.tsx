import { useId, useRef } from "react";
import { useLocation } from "wouter";
import { NewTabLink } from "@/components/new-tab-link.tsx";
import { keyLabel } from "@/lib/modifier-key.ts";
import { setPreferences, usePreferences } from "@/lib/preferences.ts";
import { type Shortcut, useShortcuts } from "@/lib/shortcuts.ts";
import { paths } from "@/paths.ts";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/ui/dialog.tsx";
import { Label } from "@/ui/input.tsx";
import { Kbd } from "@/ui/kbd.tsx";
import { Switch } from "@/ui/switch.tsx";

const GROUPS: readonly Shortcut["group"][] = ["General", "Navigation", "This page"];

export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts();
  const switchId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { singleKeyShortcuts } = usePreferences();
  const [pathname] = useLocation();
  return (
    <Dialog defaultOpen onOpenChangeComplete={(open) => !open && onClose()}>
      {/* The first control is at the end: with the focus on it the list would open scrolled. */}
      <DialogContent initialFocus={list}>
        <DialogHeader>
          <DialogTitle>Keyboard shortcuts</DialogTitle>
        </DialogHeader>
        <DialogBody ref={list} tabIndex={-1} className="pb-5 outline-none">
          {GROUPS.map((group) => (
            <ShortcutGroup
              key={group}
              name={group}
              shortcuts={shortcuts.filter((each) => each.group === group)}
            />
          ))}
          <div className="flex items-center justify-between gap-4 border-t pt-3 text-sm">
            <Label htmlFor={switchId}>Single-key shortcuts</Label>
            <Switch
              id={switchId}
              checked={singleKeyShortcuts}
              onCheckedChange={(checked) => setPreferences({ singleKeyShortcuts: checked })}
            />
          </div>
          <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 border-t pt-3 text-sm">
            <NewTabLink href={paths.guide({ page: pathname })}>Guide to this page</NewTabLink>
            <NewTabLink href={paths.guide()}>All of the guide</NewTabLink>
          </p>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function ShortcutGroup({ name, shortcuts }: { name: string; shortcuts: readonly Shortcut[] }) {
  const distinct = [...new Map(shortcuts.map((each) => [each.keys, each])).values()];
  if (distinct.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-xs text-muted-foreground">{name}</h3>
      <ul className="grid gap-1 text-sm">
        {distinct.map(({ keys, label }) => (
          <li key={keys} className="flex items-center justify-between gap-4">
            {label}
            <span className="flex gap-1">
              {keys.split(" ").map((key) => (
                <Kbd key={key}>{keyLabel(key)}</Kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
