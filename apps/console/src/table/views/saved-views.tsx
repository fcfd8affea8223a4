import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button.tsx";
import { useViews } from "./use-views.ts";
import { NO_VIEW, ViewsButtonText } from "./views-button-text.tsx";

const ViewsMenu = lazy(() => import("./views-menu.tsx"));

/** Which saved view of a list is open, and the menu of them; its code arrives with the first press. */
export function SavedViews({ list, isAmongOthers }: { list: string; isAmongOthers?: boolean | undefined }) {
  const views = useViews(list, isAmongOthers);
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
