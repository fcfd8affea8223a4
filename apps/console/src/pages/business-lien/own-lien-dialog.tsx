import { LIEN_TEXTS } from "@countinghouse/validators/businesses/texts";
import { useState } from "react";
import { OwnLien } from "@/components/liens/own-lien.tsx";
import { Button } from "@/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/ui/dialog.tsx";
import type { BusinessRow } from "./use-businesses.ts";

/** The lien that was filed from here against a business, to be continued or terminated. */
export function OwnLienDialog({ row, onClose }: { row: BusinessRow; onClose: () => void }) {
  const [{ userId, name }] = useState(row);
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={(open) => !open && onClose()}>
      <DialogContent width="wide">
        <DialogHeader>
          <DialogTitle>{LIEN_TEXTS.ownTitle}</DialogTitle>
          <DialogDescription>{name}</DialogDescription>
        </DialogHeader>
        <DialogBody>
          <OwnLien userId={userId} disabledReason={null} />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Close
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
