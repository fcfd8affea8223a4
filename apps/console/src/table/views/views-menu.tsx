import { whyNotChangeView } from "@countinghouse/validators/lists/rules";
import { useState } from "react";
import { errorDetails } from "@/api/errors.ts";
import { useRole } from "@/layout/use-admin.ts";
import { buttonVariants } from "@/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/ui/dropdown-menu.tsx";
import { takeFocus } from "@/ui/take-focus.ts";
import { useChangeViews } from "./use-change-views.ts";
import type { SavedView, useViews } from "./use-views.ts";
import { ViewForm } from "./view-form.tsx";
import { NO_VIEW, ViewsButtonText } from "./views-button-text.tsx";

type ViewsMenuProps = { list: string; views: ReturnType<typeof useViews> };

/** The saved views of a list: to open one, to keep what is shown as one, and what can be done with the open one. */
export default function ViewsMenu({ list, views: kept }: ViewsMenuProps) {
  const { views, current, standardId, open, isChanged } = kept;
  const role = useRole();
  const [form, setForm] = useState<{ view: SavedView | null } | null>(null);
  const change = useChangeViews(list, () => open(null));
  const whyNot = current && role ? whyNotChangeView(role, current) : null;
  const groups = [
    { heading: "My views", shown: views.filter(({ isOwn }) => isOwn) },
    { heading: "Shared views", shown: views.filter(({ isOwn }) => !isOwn) },
  ];
  return (
    <>
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger ref={takeFocus} className={buttonVariants({ variant: "ghost", size: "small" })}>
          <ViewsButtonText name={current?.name ?? NO_VIEW} isChanged={isChanged} />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="max-h-[70svh] max-w-80 overflow-y-auto">
          {kept.kept.isError && (
            <p role="alert" className="px-2 py-1 text-sm text-danger-fg">
              {errorDetails(kept.kept.error).message}
            </p>
          )}
          <DropdownMenuRadioGroup
            value={current?.id ?? ""}
            onValueChange={(id: string) => open(views.find((view) => view.id === id) ?? null)}
          >
            <DropdownMenuRadioItem value="" closeOnClick>
              {NO_VIEW}
            </DropdownMenuRadioItem>
            {groups.map(
              ({ heading, shown }) =>
                shown.length > 0 && (
                  <DropdownMenuGroup key={heading}>
                    <DropdownMenuLabel>{heading}</DropdownMenuLabel>
                    {shown.map((view) => (
                      <DropdownMenuRadioItem key={view.id} value={view.id} closeOnClick>
                        <span className="truncate">{view.name}</span>
                        <span className="ml-auto pl-3 text-xs text-muted-foreground">
                          {[
                            view.isOwn ? view.isShared && "shared" : view.ownerName,
                            view.id === standardId && "opens first",
                          ]
                            .filter(Boolean)
                            .join(" · ")}
                        </span>
                      </DropdownMenuRadioItem>
                    ))}
                  </DropdownMenuGroup>
                ),
            )}
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <DropdownMenuItem onClick={() => setForm({ view: null })}>Save as a view…</DropdownMenuItem>
          {current && (
            <>
              <DropdownMenuItem
                disabled={!isChanged || whyNot !== null}
                onClick={() => change.update(current, kept.content())}
              >
                Save changes to “{current.name}”
              </DropdownMenuItem>
              <DropdownMenuItem disabled={whyNot !== null} onClick={() => setForm({ view: current })}>
                Rename or share…
              </DropdownMenuItem>
              <DropdownMenuCheckboxItem
                checked={current.id === standardId}
                onCheckedChange={(isFirst) => change.openWith(isFirst ? current.id : null)}
              >
                Open this list with this view
              </DropdownMenuCheckboxItem>
              <DropdownMenuItem disabled={whyNot !== null} onClick={() => change.remove(current)}>
                Delete “{current.name}”
              </DropdownMenuItem>
              {whyNot !== null && (
                <p className="max-w-64 px-2 py-1 text-xs text-muted-foreground">{whyNot}</p>
              )}
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {form && (
        <ViewForm
          list={list}
          view={form.view}
          content={form.view?.content ?? kept.content()}
          onSaved={(view) => form.view === null && open(view)}
          onClose={() => setForm(null)}
        />
      )}
    </>
  );
}
