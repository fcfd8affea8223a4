import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";

export interface WithCookies {
  /** Whether browsers reach us over https: then the refresh cookie is bound to that. */
  secureCookies: boolean;
}

/** The name of the refresh cookie; `__Host-` makes the browser insist on https and on our own host. */
export const refreshCookieName = (secure: boolean): string => (secure ? "__Host-refresh" : "refresh");

/** Hands the refresh token to the browser where no script can read it. It lasts as long as the session may. */
export const setRefreshCookie = (ctx: Ctx<Actor, WithCookies>, token: string): void =>
  write(ctx, token, 12 * 3600);

export const clearRefreshCookie = (ctx: Ctx<Actor, WithCookies>): void => write(ctx, "", 0);

function write(ctx: Ctx<Actor, WithCookies>, value: string, maxAgeSeconds: number): void {
  const { secureCookies } = ctx.services;
  const attributes = ["Path=/", "HttpOnly", "SameSite=Strict", `Max-Age=${maxAgeSeconds}`];
  if (secureCookies) attributes.push("Secure");
  ctx.request.answer.append(
    "set-cookie",
    [`${refreshCookieName(secureCookies)}=${value}`, ...attributes].join("; "),
  );
}
