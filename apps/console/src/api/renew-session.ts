import type { AppRouter } from "@countinghouse/api";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { createTRPCClient, httpLink, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import superjson from "superjson";
import {
  interruptOthers,
  interruptSession,
  isSameAdmin,
  isTokenOver,
  keepToken,
  readToken,
} from "@/lib/session.ts";
import { toast } from "@/lib/toast.ts";
import { hasUnsavedChanges } from "@/lib/unsaved-changes.ts";
import { errorDetails } from "./errors.ts";

/**
 * The one place for an expired session. A token that is known to be over is renewed before the call. A call refused as UNAUTHORIZED is sent once more with a renewed token;
 * when there is none of the same admin to be had the guard goes to the login screen. A window in which something typed would be lost
 * is only interrupted: its admin signs in again over the page.
 */
export const renewSession =
  (url: string): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isOver = false;
      let call: { unsubscribe: () => void } | null = null;
      const begin = () => {
        if (isOver) return;
        const sentWith = readToken();
        call = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (error.data?.code !== "UNAUTHORIZED" || sentWith === null) {
              observer.error(error);
              return;
            }
            void renewOnce(url, sentWith).then((renewed) => {
              if (renewed) call = next(op).subscribe(observer);
              else observer.error(error);
            });
          },
        });
      };
      const token = readToken();
      if (token !== null && isTokenOver(token)) void renewOnce(url, token).then(begin);
      else begin();
      return () => {
        isOver = true;
        call?.unsubscribe();
      };
    });

let renewing: Promise<boolean> | null = null;

/** Calls refused together share one renewal, and so do tabs: a refresh cookie may be used only once. */
export function renewOnce(url: string, refusedToken: string): Promise<boolean> {
  renewing ??= exclusively(() => renew(url, refusedToken)).finally(() => {
    renewing = null;
  });
  return renewing;
}

const exclusively = (work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request("countinghouse-renew-session", work) : work();

async function renew(url: string, refusedToken: string): Promise<boolean> {
  const tokenNow = readToken();
  // Another window has another token. What was asked by one admin is never asked again as another.
  if (tokenNow !== refusedToken) return tokenNow !== null && isSameAdmin(tokenNow, refusedToken);
  try {
    const { token } = await refreshClient(url).auth.refresh.mutate();
    // The cookie of this browser may have been replaced by somebody else's.
    if (!isSameAdmin(token, refusedToken)) return endSession();
    keepToken(token);
    return true;
  } catch (error) {
    // Only a refusal ends the session. Without one nothing is known of it: the call fails, the session stays.
    return isRefused(error) ? endSession() : false;
  }
}

function endSession(): false {
  toast.error(GENERAL_MESSAGES.unauthorizedUser);
  if (hasUnsavedChanges()) interruptSession();
  else interruptOthers();
  return false;
}

function isRefused(error: unknown): boolean {
  const { code } = errorDetails(error);
  return code === "UNAUTHORIZED" || code === "FORBIDDEN";
}

const refreshClient = (url: string) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url,
        transformer: superjson,
        fetch: (input, init) => fetch(input, { ...init, credentials: "include" }),
      }),
    ],
  });
