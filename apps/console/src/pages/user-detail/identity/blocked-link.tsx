import { USERS_MESSAGES } from "@countinghouse/validators/general-messages";
import { ExternalLinkIcon } from "lucide-react";
import { useState } from "react";
import { useNow } from "@/lib/timers.ts";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/ui/dialog.tsx";
import type { ReAccessLink } from "./use-re-access.ts";

type BlockedLinkProps = { link: ReAccessLink; onAgain: () => void; onClose: () => void };

/** The link to the portal where the browser did not let its tab open: a button, for as long as the link lives. */
export function BlockedLink({ link, onAgain, onClose }: BlockedLinkProps) {
  const secondsLeft = useSecondsLeft(link.secondsLeft);
  const isOver = secondsLeft === 0;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{USERS_MESSAGES.reAccessLabel}</DialogTitle>
        </DialogHeader>
        <DialogBody>
          <p>Your browser blocked the new tab. Open the customer portal here; the link works once.</p>
          <p role="timer" className="text-sm text-muted-foreground">
            {isOver ? "The link has expired." : `It expires in ${secondsLeft} s.`}
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          {isOver ? (
            <Button variant="primary" onClick={onAgain}>
              Ask for another
            </Button>
          ) : (
            <a
              href={link.url}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonVariants({ variant: "primary" })}
              onClick={onClose}
            >
              Open the customer portal
              <ExternalLinkIcon aria-hidden />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Counted from now, by this machine's clock but not by what it shows: that may differ from the server's. */
function useSecondsLeft(seconds: number): number {
  const [endsAt] = useState(() => Date.now() + seconds * 1_000);
  const now = useNow(1_000);
  return Math.max(0, Math.ceil((endsAt - now.getTime()) / 1_000));
}
