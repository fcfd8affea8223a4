import type { AppRouter } from "@countinghouse/api";
import { IDLE_MINUTES, IDLE_WARNING_MINUTES } from "@countinghouse/validators/auth/rules";
import { useQueryClient } from "@tanstack/react-query";
import { createTRPCClient, httpLink } from "@trpc/client";
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import superjson from "superjson";
import { TRPC_URL } from "@/api/api-url.ts";
import { followActivity, lastActiveAt, markActive } from "@/lib/activity.ts";
import { bearer, clearSession, interruptSession, readToken, subscribe } from "@/lib/session.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/ui/dialog.tsx";
import { Spinner } from "@/ui/progress.tsx";

const SignInSteps = lazy(() =>
  import("@/components/sign-in/sign-in-steps.tsx").then((steps) => ({ default: steps.SignInSteps })),
);

const MINUTE_MS = 60_000;
const WARN_AFTER_MS = (IDLE_MINUTES - IDLE_WARNING_MINUTES) * MINUTE_MS;
const END_AFTER_MS = IDLE_MINUTES * MINUTE_MS;

/**
 * Ends the session of somebody who does nothing for an hour in any window, warned two minutes before. The page stays, out of
 * sight, until its admin has signed in again: nothing that was typed is lost.
 */
export default function IdleEnd() {
  const isInterrupted = useSyncExternalStore(subscribe, () => readToken() === null);
  return isInterrupted ? <SignInAgain /> : <IdleWatch />;
}

function IdleWatch() {
  const [idleMs, setIdleMs] = useState(0);
  const isWarned = idleMs >= WARN_AFTER_MS;
  const look = useCallback(() => {
    const idle = Date.now() - lastActiveAt();
    setIdleMs(idle);
    if (idle >= END_AFTER_MS) endSession();
  }, []);
  useEffect(markActive, []);
  // Once it is asked, only an answer counts.
  useEffect(() => (isWarned ? undefined : followActivity()), [isWarned]);
  useEffect(() => {
    const timer = setInterval(look, isWarned ? 1_000 : 10_000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [look, isWarned]);
  if (!isWarned) return null;
  return (
    <AlertDialog
      title="Are you still there?"
      worksOffline
      confirmLabel="Sign out now"
      cancelLabel="Stay signed in"
      focus="cancel"
      onConfirm={endSession}
      onCancel={() => {
        markActive();
        look();
      }}
    >
      You will be signed out in {timeLeft(END_AFTER_MS - idleMs)}. Your entries on this page stay.
    </AlertDialog>
  );
}

/** Ends it on the server too. In this order: what other windows ask meanwhile is refused without sending them to the login. */
function endSession(): void {
  if (readToken() === null) return;
  const headers = bearer();
  interruptSession();
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: TRPC_URL,
        transformer: superjson,
        headers,
        fetch: (input, init) => fetch(input, { ...init, credentials: "include" }),
      }),
    ],
  });
  // Where that is not heard, the server ends it by itself.
  client.auth.signOut.mutate().catch(() => undefined);
}

/** Covers the page whole: nobody reads it over the shoulder of whoever is gone. */
function SignInAgain() {
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      if (readToken() === null) return;
      // Whoever signs in again may see less, and what was asked meanwhile was refused.
      queryClient.removeQueries({ type: "inactive" });
      void queryClient.invalidateQueries();
    },
    [queryClient],
  );
  return (
    <Dialog open>
      <DialogContent width="small" isCover>
        <DialogHeader>
          <DialogTitle>Sign in again</DialogTitle>
          <DialogDescription>Your session has ended. Your entries on this page are kept.</DialogDescription>
        </DialogHeader>
        <DialogBody className="pb-5">
          <Suspense fallback={<Spinner />}>
            <SignInSteps />
          </Suspense>
          <Button variant="link" size="small" className="justify-self-start" onClick={clearSession}>
            Leave this page
          </Button>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
