/**
 * The origin of the API from VITE_API_URL: "" (unset) is this page's own. Null when it is set to something that
 * is no http address.
 */
export function readApiOrigin(setting: string | undefined): string | null {
  if (setting === undefined || setting === "") return "";
  const url = URL.parse(setting.trim());
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.origin : null;
}

export const API_ORIGIN = readApiOrigin(import.meta.env.VITE_API_URL);

/** Where a path of the API is asked for. */
export const apiUrl = (path: string): string => `${API_ORIGIN ?? ""}${path}`;

export const TRPC_URL = apiUrl("/trpc");

/**
 * Where a link the server gave is followed: as it stands, or from here when it is a path of the server. In development
 * Vite stands between: the server's own links are then followed through it.
 */
export function linkAddress(link: string): string {
  const url = new URL(link, API_ORIGIN || window.location.origin);
  const isThroughVite = import.meta.env.DEV && url.pathname.startsWith("/files/");
  return isThroughVite ? `${url.pathname}${url.search}` : url.href;
}

export const BOT_CHALLENGE_URL = apiUrl("/api/bot/challenge");
