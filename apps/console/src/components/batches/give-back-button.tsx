import { REVERT_TEXTS as TEXT } from "@countinghouse/validators/reverts/rules";
import { useState } from "react";
import { useWhyNot } from "@/layout/use-admin.ts";
import { Button } from "@/ui/button.tsx";
import GiveBackSheet from "./give-back-sheet.tsx";

/** Opens what of a batch that is over can be given back. */
export function GiveBackButton({ batchId }: { batchId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" disabledReason={useWhyNot("bulkJobs.giveBack")} onClick={() => setOpen(true)}>
        {TEXT.open}
      </Button>
      {isOpen && <GiveBackSheet batchId={batchId} onClose={() => setOpen(false)} />}
    </>
  );
}
