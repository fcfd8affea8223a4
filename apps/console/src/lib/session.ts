import { useSyncExternalStore } from "react";
import { forgetAllButPreferences } from "./preferences.ts";

const TOKEN_KEY = "token";
/** Set while a session has ended and its pages wait for their admin to sign in again. */
const INTERRUPTED_KEY = "interrupted";

export type Session = { adminId: string };

/** Before its end a token is renewed, for the time that a call is on its way. */
const MARGIN_MS = 5_000;

/** How far the clock of the server is ahead of ours, by the last token that this window was given. */
let aheadMs = 0;

const listeners = new Set<() => void>();
let lastRead: { token: string; session: Session } | null = null;

/** The bearer token as stored, undecodable ones included. */
export const readToken = (): string | null => localStorage.getItem(TOKEN_KEY);

/** The header a request of the signed-in admin carries. */
export const bearer = (): Record<string, string> => {
  const token = readToken();
  return token === null ? {} : { authorization: `Bearer ${token}` };
};

/**
 * Who the stored token says is signed in; of a session that was interrupted, who was, in windows that were open then. A token
 * that does not decode to an admin is removed.
 */
export function readSession(): Session | null {
  const token = readToken();
  if (token === null) return localStorage.getItem(INTERRUPTED_KEY) && lastRead ? lastRead.session : null;
  if (lastRead?.token === token) return lastRead.session;
  const session = decode(token);
  if (session === null) {
    localStorage.removeItem(TOKEN_KEY);
    return null;
  }
  lastRead = { token, session };
  return session;
}

export function keepToken(token: string): void {
  const { iat } = readClaims(token) ?? {};
  if (typeof iat === "number") aheadMs = iat * 1000 - Date.now();
  // In this order: between the two another window that waits still has its admin.
  localStorage.setItem(TOKEN_KEY, token);
  localStorage.removeItem(INTERRUPTED_KEY);
  notify();
}

/** Forgets the token alone: pages stay as they are, behind the question to sign in again (idle-end.tsx). */
export function interruptSession(): void {
  localStorage.setItem(INTERRUPTED_KEY, "1");
  localStorage.removeItem(TOKEN_KEY);
  notify();
}

/** The same for all windows but this one, which holds nothing that was typed and goes to the login. */
export function interruptOthers(): void {
  localStorage.setItem(INTERRUPTED_KEY, "1");
  forgetAllButPreferences(INTERRUPTED_KEY);
  lastRead = null;
  notify();
}

/** Forgets the token and everything else kept in local storage, but the preferences. */
export function clearSession(): void {
  forgetAllButPreferences();
  notify();
}

/** Whether the server is about to refuse a token because it has expired, or does already. */
export function isTokenOver(token: string): boolean {
  const { exp } = readClaims(token) ?? {};
  return typeof exp === "number" && exp * 1000 - MARGIN_MS <= Date.now() + aheadMs;
}

/** Whether two tokens say that the same admin is signed in. */
export const isSameAdmin = (one: string, other: string): boolean =>
  decode(one)?.adminId === decode(other)?.adminId;

export const useSession = (): Session | null => useSyncExternalStore(subscribe, readSession);

function decode(token: string): Session | null {
  const { sub } = readClaims(token) ?? {};
  return typeof sub === "string" && sub !== "" ? { adminId: sub } : null;
}

type Claims = { sub?: unknown; iat?: unknown; exp?: unknown };

/** Reads the claims without checking the signature: only the server can, and it does so on each call. */
function readClaims(token: string): Claims | null {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, "+").replace(/_/g, "/")), (c) =>
      c.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims | null;
  } catch {
    return null;
  }
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}
