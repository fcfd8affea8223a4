import { formatNewYork } from "@countinghouse/validators/new-york";
import { leftOfHold } from "@countinghouse/validators/payout-hold/rules";
import type { ReactNode } from "react";
import { useNow } from "@/lib/timers.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

type HeldNoticeProps = {
  heldUntil: Date;
  /** The text about the held item; the end of the hold follows it. */
  children: ReactNode;
  cancelLabel: string;
  pending: boolean;
  disabledReason: string | null;
  onCancel: () => void;
  className: string;
};

/** A notice about a held item, with the time left and a button that cancels it. */
export function HeldNotice({
  heldUntil,
  children,
  cancelLabel,
  onCancel,
  className,
  ...button
}: HeldNoticeProps) {
  const now = useNow(1_000);
  return (
    <Alert
      tone="warning"
      className={className}
      action={
        <Button size="small" {...button} onClick={onCancel}>
          {cancelLabel}
        </Button>
      }
    >
      {children} {formatNewYork(heldUntil, "dateTime").slice(11)} ET:{" "}
      <span className="num">{leftOfHold(heldUntil, now)}</span> left
    </Alert>
  );
}
