import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { DomainError } from "../errors.ts";

export interface WithCookies {
  /** Whether browsers reach us over https: then the refresh cookie is bound to that. */
  secureCookies: boolean;
}

export interface WithConsoleUrl {
  /** Where browsers reach the console: mailed links lead there, and passkeys are bound to it. */
  consoleUrl: string;
}

/** The name of the refresh cookie; `__Host-` makes the browser insist on https and on our own host. */
const refreshCookieName = (secure: boolean): string => (secure ? "__Host-refresh" : "refresh");

/** The refresh token among the cookies of a request, each `name=value`, or null. */
export function refreshTokenAmong(cookies: readonly string[], secure: boolean): string | null {
  const named = `${refreshCookieName(secure)}=`;
  return cookies.find((pair) => pair.startsWith(named))?.slice(named.length) || null;
}

/** Throws UNAUTHORIZED where another site's page asks: no such page replaces the cookie of a browser. */
export function assertFromHere({ request }: Pick<Ctx, "request">): void {
  if (!request.sameSite) throw new DomainError("UNAUTHORIZED", GENERAL_MESSAGES.unauthorizedUser);
}

/** Hands the refresh token to the browser where no script can read it. It lasts as long as the session may. */
export const setRefreshCookie = (ctx: Ctx<Actor, WithCookies>, token: string): void =>
  setCookie(ctx, refreshCookieName(ctx.services.secureCookies), token, 12 * 3600);

export const clearRefreshCookie = (ctx: Ctx<Actor, WithCookies>): void =>
  setCookie(ctx, refreshCookieName(ctx.services.secureCookies), "", 0);

/** Sets a cookie that no script reads and that is sent from our own pages alone. */
export function setCookie(
  ctx: Ctx<Actor, WithCookies>,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  const attributes = ["Path=/", "HttpOnly", "SameSite=Strict", `Max-Age=${maxAgeSeconds}`];
  if (ctx.services.secureCookies) attributes.push("Secure");
  ctx.request.answer.append("set-cookie", [`${name}=${value}`, ...attributes].join("; "));
}
