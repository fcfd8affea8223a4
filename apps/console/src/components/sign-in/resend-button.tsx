import { useEffect, useState } from "react";
import { Button } from "@/ui/button.tsx";

const WAIT_SECONDS = 30;

type ResendButtonProps = { pending: boolean; onResend: () => void };

/** Asks for another code, half a minute after the last one at the earliest. */
export function ResendButton({ pending, onResend }: ResendButtonProps) {
  const [secondsLeft, setSecondsLeft] = useState(WAIT_SECONDS);
  useEffect(() => {
    if (secondsLeft === 0) return undefined;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  const isWaiting = secondsLeft > 0;
  return (
    <Button
      variant="link"
      size="small"
      pending={pending}
      disabledReason={isWaiting ? "A code was sent just now." : null}
      onClick={() => {
        setSecondsLeft(WAIT_SECONDS);
        onResend();
      }}
    >
      {isWaiting ? `Resend in ${secondsLeft} s` : "Resend"}
    </Button>
  );
}
