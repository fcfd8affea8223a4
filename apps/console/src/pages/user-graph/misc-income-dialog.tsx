import { useState } from "react";
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
import { Tabs } from "@/ui/tabs.tsx";
import { TransactionsTable } from "./transactions-table.tsx";
import type { StatisticsOfWindow } from "./use-statistics.ts";
import { DAYS_TABS, parseDays, textOfDays } from "./window-days.ts";

const LIST_HEIGHT_PX = 380;

type MiscIncomeDialogProps = {
  userId: number;
  snapshotId: number;
  days: StatisticsOfWindow["days"];
  onDays: (days: StatisticsOfWindow["days"]) => void;
  onClose: () => void;
};

/** The money in that is neither business revenue nor borrowed, by transaction. */
export function MiscIncomeDialog({ userId, snapshotId, days, onDays, onClose }: MiscIncomeDialogProps) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onOpenChange={setOpen} onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <DialogContent width="wide">
        <DialogHeader>
          <DialogTitle>Misc Income</DialogTitle>
          <DialogDescription>Inflow that is neither business revenue nor a loan</DialogDescription>
        </DialogHeader>
        <DialogBody>
          <Tabs
            label="Misc income, windows"
            tabs={DAYS_TABS}
            value={textOfDays(days)}
            onChange={(text) => onDays(parseDays(text))}
          >
            <TransactionsTable
              key={days}
              of={{ userId, snapshotId, flow: "miscIncome", period: days }}
              label={`Misc income, ${days} days`}
              layout="dates"
              maxHeight={LIST_HEIGHT_PX}
            />
          </Tabs>
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
