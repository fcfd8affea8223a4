import { CUSTOMER_PAYMENTS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { detailsText, errorDetails, failureText } from "@/api/errors.ts";
import { Skeleton } from "@/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { useBalance } from "../payment-desk/use-balance.ts";
import { usePaymentOptions } from "../payment-desk/use-payment-options.ts";
import { userName } from "../users/user-name.ts";
import { SaleForm } from "./sale-form.tsx";

type SaleSheetProps = { userId: number; title: string; onClose: () => void };

/** Takes a card payment from the user of a row: which card, and how much. */
export function SaleSheet({ userId, title, onClose }: SaleSheetProps) {
  const [isOpen, setOpen] = useState(true);
  const [today] = useState(() => newYorkDate(new Date()));
  const options = usePaymentOptions(userId);
  const balance = useBalance(userId);
  const name = options.data ? userName(options.data.customer) : `User ${userId}`;
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) setOpen(false);
      }}
      onOpenChangeComplete={(isStillOpen) => {
        if (!isStillOpen) onClose();
      }}
    >
      <SheetContent>
        <SheetHeader title={title} description={`${name} #${userId}`} />
        {options.data ? (
          <SaleForm
            options={options.data}
            balance={balance}
            name={name}
            today={today}
            onClose={() => setOpen(false)}
          />
        ) : (
          <SheetBody>
            {options.error ? (
              <ErrorState
                message={failureText(options.error, TEXT.failed)}
                details={detailsText(errorDetails(options.error))}
                onRetry={() => void options.refetch()}
                retrying={options.isFetching}
              />
            ) : (
              <Skeleton className="h-40 w-full" />
            )}
          </SheetBody>
        )}
      </SheetContent>
    </Sheet>
  );
}
