import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { Sheet, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { findPage } from "./navigation.ts";
import { BackEntry, MainEntries, SidebarNav } from "./sidebar.tsx";

/** All pages over the page: the sidebar of a telephone, and on a sub-page the way to any other. It closes where it leads to. */
export default function MenuSheet({ onClose }: { onClose: () => void }) {
  const [pathname] = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) onClose();
  }, [pathname, onClose]);
  const back = findPage(pathname)?.back;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent side="left" className="@container/sidebar max-w-72 bg-sidebar text-sidebar-foreground">
        <SheetHeader title="Menu" />
        <SidebarNav>
          {back !== undefined && <BackEntry path={back} />}
          <MainEntries />
        </SidebarNav>
      </SheetContent>
    </Sheet>
  );
}
