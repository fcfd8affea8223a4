import { AUTOMATION_EXPORT_PATH } from "@countinghouse/validators/automation/rules";
import { LEDGER_EXPORT_PATH } from "@countinghouse/validators/ledger/rules";
import { UPLOAD_PATH } from "@countinghouse/validators/uploads/rules";

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
export const AUTOMATION_EXPORT_URL = `${API_ORIGIN ?? ""}${AUTOMATION_EXPORT_PATH}`;
export const LEDGER_EXPORT_URL = `${API_ORIGIN ?? ""}${LEDGER_EXPORT_PATH}`;
export const UPLOAD_URL = `${API_ORIGIN ?? ""}${UPLOAD_PATH}`;
/**
 * Where a link the server gave is followed: as it stands, or from here when it is a path of the server. In development
 * Vite stands between: the server's own links are then followed through it.
 */
export function linkAddress(link: string): string {
  const url = new URL(link, API_ORIGIN || window.location.origin);
  const isThroughVite = import.meta.env.DEV && url.pathname.startsWith("/files/");
  return isThroughVite ? `${url.pathname}${url.search}` : url.href;
}

export const BOT_CHALLENGE_URL = `${API_ORIGIN ?? ""}/api/bot/challenge`;
