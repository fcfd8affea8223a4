import { Command } from "cmdk";
import {
  BookOpenIcon,
  FileIcon,
  HistoryIcon,
  SearchIcon,
  SlidersHorizontalIcon,
  ZapIcon,
} from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { searchGuide } from "@/components/guide/contents.ts";
import { beginsWords } from "@/lib/begins-words.ts";
import { openShortcutSheet } from "@/lib/overlay.ts";
import { DENSITIES, setPreferences, THEMES } from "@/lib/preferences.ts";
import { useRecentCustomers } from "@/lib/recent-customers.ts";
import { paths } from "@/paths.ts";
import { Dialog, DialogContent, DialogTitle } from "@/ui/dialog.tsx";
import { Kbd } from "@/ui/kbd.tsx";
import { usePageActions } from "../actions.ts";
import { pagesFor } from "../navigation.ts";
import { useRole } from "../use-admin.ts";
import { Found } from "./found.tsx";
import { Group, PaletteItem } from "./palette-item.tsx";

/** Finds a customer, a page or an action by a few letters. It opens things; it never moves money itself. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const [text, setText] = useState("");
  const [, navigate] = useLocation();
  const actions = usePageActions();
  const role = useRole();
  const recent = useRecentCustomers();

  const run = (action: () => void) => {
    setOpen(false);
    action();
  };
  const goTo = (path: string) => run(() => navigate(path));

  return (
    <Dialog open={open} onOpenChange={setOpen} onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <DialogContent width="wide" className="overflow-hidden">
        <DialogTitle className="sr-only">Search or jump to…</DialogTitle>
        <Command label="Search or jump to…" loop shouldFilter={false}>
          <div className="flex items-center gap-2 border-b px-4">
            <SearchIcon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="Search or jump to…"
              className="h-12 w-full bg-transparent text-base outline-none placeholder:text-subtle-foreground"
            />
            <Kbd>Esc</Kbd>
          </div>
          <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
            <Command.Empty className="px-3 py-6 text-center text-sm text-muted-foreground">
              Nothing found
            </Command.Empty>
            <Group heading="Recent customers">
              {(text === "" ? recent : []).map(({ id, name }) => (
                <PaletteItem
                  key={id}
                  value={`recent ${id}`}
                  icon={HistoryIcon}
                  onSelect={() => goTo(paths.userDetail({ id }))}
                >
                  <span className="id-text text-muted-foreground">{id}</span>
                  {name}
                </PaletteItem>
              ))}
            </Group>
            <Found text={text.trim()} onOpen={goTo} />
            <Group heading="Actions on this page">
              {actions
                .filter((action) => beginsWords(action.label, text))
                .map((action) => (
                  <PaletteItem
                    key={action.label}
                    value={`action ${action.label}`}
                    icon={ZapIcon}
                    disabled={Boolean(action.disabledReason)}
                    onSelect={() => run(action.run)}
                    hint={action.disabledReason}
                  >
                    {action.label}
                  </PaletteItem>
                ))}
            </Group>
            <Group heading="Pages">
              {pagesFor(role)
                .filter((page) => beginsWords(page.title, text))
                .map((page) => (
                  <PaletteItem
                    key={page.path}
                    value={page.path}
                    icon={page.icon ?? FileIcon}
                    keys={page.shortcut}
                    onSelect={() => goTo(page.path)}
                  >
                    {page.title}
                  </PaletteItem>
                ))}
            </Group>
            <Group heading="Guide">
              {searchGuide(text).map(({ chapter, part, title, above }) => (
                <PaletteItem
                  key={`${chapter}#${part} ${title}`}
                  value={`guide ${chapter} ${part} ${title}`}
                  icon={BookOpenIcon}
                  onSelect={() => goTo(paths.guide({ chapter, part }))}
                  hint={above}
                >
                  {title}
                </PaletteItem>
              ))}
            </Group>
            <Group heading="Preferences">
              {PREFERENCES.filter(({ label }) => beginsWords(label, text)).map(({ label, apply }) => (
                <PaletteItem
                  key={label}
                  value={label}
                  icon={SlidersHorizontalIcon}
                  onSelect={() => run(apply)}
                >
                  {label}
                </PaletteItem>
              ))}
            </Group>
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

const PREFERENCES = [
  ...THEMES.map((theme) => ({ label: `Theme: ${theme}`, apply: () => setPreferences({ theme }) })),
  ...DENSITIES.map((density) => ({ label: `Density: ${density}`, apply: () => setPreferences({ density }) })),
  { label: "Keyboard shortcuts", apply: openShortcutSheet },
];
