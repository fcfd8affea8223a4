import { type ReactNode, useState } from "react";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";

type RowSheetProps = { label: string; children: ReactNode; onClose: () => void };

/** Lies over a table on a small screen, with all of one row. */
export default function RowSheet({ label, children, onClose }: RowSheetProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Sheet open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={(open) => !open && onClose()}>
      <SheetContent>
        <SheetHeader title={label} />
        <SheetBody>{children}</SheetBody>
      </SheetContent>
    </Sheet>
  );
}
