import { isBehindLogin, paths } from "@/paths.ts";

/** Where to go after signing in: a page of the admin area on this origin, or else the users list. */
export function safeNext(next: string | null): string {
  if (next === null) return paths.users();
  const url = URL.parse(next, window.location.origin);
  if (url?.origin !== window.location.origin || !isBehindLogin(url.pathname)) return paths.users();
  return url.pathname + url.search + url.hash;
}
