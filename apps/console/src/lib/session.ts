import { useSyncExternalStore } from "react";
import { forgetAllButPreferences } from "./preferences.ts";

const TOKEN_KEY = "token";

export type Session = { adminId: string; expiresAt: Date | null };

const listeners = new Set<() => void>();
let lastRead: { token: string; session: Session } | null = null;

/** The bearer token as stored, undecodable ones included. */
export const readToken = (): string | null => localStorage.getItem(TOKEN_KEY);

/** The header a request of the signed-in admin carries. */
export const bearer = (): Record<string, string> => {
  const token = readToken();
  return token === null ? {} : { authorization: `Bearer ${token}` };
};

/** Who the stored token says is signed in. A token that does not decode to an admin is removed. */
export function readSession(): Session | null {
  const token = readToken();
  if (token === null) return null;
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
  localStorage.setItem(TOKEN_KEY, token);
  notify();
}

/** Forgets the token and everything else kept in local storage, but the preferences. */
export function clearSession(): void {
  forgetAllButPreferences();
  notify();
}

export const useSession = (): Session | null => useSyncExternalStore(subscribe, readSession);

/** Reads the claims without checking the signature: only the server can, and it does so on each call. */
function decode(token: string): Session | null {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, "+").replace(/_/g, "/")), (c) =>
      c.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== "object" || claims === null) return null;
    const { sub, exp } = claims as { sub?: unknown; exp?: unknown };
    if (typeof sub !== "string" || sub === "") return null;
    return { adminId: sub, expiresAt: typeof exp === "number" ? new Date(exp * 1000) : null };
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
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
