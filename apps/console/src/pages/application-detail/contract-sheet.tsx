import { useState } from "react";
import { FilePreview } from "@/components/files/file-preview.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import type { ContractFile } from "./use-application.ts";

type ContractSheetProps = { file: ContractFile; onClose: () => void };

/** A contract over the page, opened by an address that was signed for this moment. */
export function ContractSheet({ file, onClose }: ContractSheetProps) {
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen} onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <SheetContent width="wide">
        <SheetHeader title="Contract" />
        <SheetBody>
          <FilePreview file={file} tall onClose={() => setOpen(false)} />
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
