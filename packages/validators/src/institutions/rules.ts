import { BANK_LINKS_MESSAGES } from "../bank-links/texts.ts";

/** How a bank is doing (specification 2, section 3), the worst first. Null stands for what is not known. */
export const INSTITUTION_STATUSES = ["DOWN", "DEGRADED", "HEALTHY"] as const;
export type InstitutionStatus = (typeof INSTITUTION_STATUSES)[number];

/** How long after staff had the banks asked they may do so again. */
const INSTITUTION_REFRESH_PAUSE_MS = 30_000;

/** What staff asked for and nobody took up within so long is given up. */
export const INSTITUTION_REFRESH_WITHIN_MS = 2 * 60_000;

export interface RefreshFacts {
  /** Banks that customers have linked. */
  institutions: number;
  /** How many of them staff still waits for. */
  awaited: number;
  /** When staff asked last. */
  requestedAt: Date | null;
  now: Date;
}

/** Why the provider can not be asked about all banks now, or null when it can. */
export function whyNotRefreshInstitutions({
  institutions,
  awaited,
  requestedAt,
  now,
}: RefreshFacts): string | null {
  if (institutions === 0) return "No customer has linked a bank.";
  if (awaited > 0) return "The banks are being asked already.";
  const since = requestedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - requestedAt.getTime();
  return since < INSTITUTION_REFRESH_PAUSE_MS ? "The banks were asked less than 30 seconds ago." : null;
}

/** What staff is told, in a table, when the provider did not say how a bank is doing: by its code and whether it refused. */
export function institutionFailure({ code, isRefused }: { code: string; isRefused: boolean }): string {
  if (code === "INVALID_INSTITUTION") return "Bank unknown";
  if (code === "INTERNAL_SERVER_ERROR") return BANK_LINKS_MESSAGES.internalServerError;
  return isRefused ? "Refused" : "No answer";
}
