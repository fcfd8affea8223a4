import { ChevronDownIcon, LayersIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button.tsx";
import { useViews } from "./use-views.ts";

const ViewsMenu = lazy(() => import("./views-menu.tsx"));

/** Which saved view of a list is open, and the menu of them; its code arrives with the first press. */
export function SavedViews({ list }: { list: string }) {
  const views = useViews(list);
  const [isWanted, setWanted] = useState(false);
  const name = views.current?.name ?? NO_VIEW;
  const button = (
    <Button variant="ghost" size="small" onClick={() => setWanted(true)}>
      <ViewsButtonText name={name} isChanged={views.isChanged} />
    </Button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <ViewsMenu list={list} views={views} />
    </Suspense>
  );
}

/** What a list shows without a saved view. */
export const NO_VIEW = "All";

type ViewsButtonTextProps = { name: string; isChanged: boolean };

export const ViewsButtonText = ({ name, isChanged }: ViewsButtonTextProps) => (
  <>
    <LayersIcon aria-hidden />
    <span className="text-muted-foreground">View:</span> {name}
    {isChanged && <span className="text-muted-foreground">changed</span>}
    <ChevronDownIcon aria-hidden />
  </>
);
