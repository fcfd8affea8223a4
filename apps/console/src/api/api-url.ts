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

export const TRPC_URL = `${API_ORIGIN ?? ""}/trpc`;
export const BOT_CHALLENGE_URL = `${API_ORIGIN ?? ""}/api/bot/challenge`;
