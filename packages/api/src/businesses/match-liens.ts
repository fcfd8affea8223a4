import type { VerifiedLien } from "@countinghouse/providers/business-verification/port";
import { LIEN_FAILED } from "@countinghouse/validators/businesses/rules";

/** A lien as it is kept here. */
export interface KeptLien {
  id: string;
  vendorId: string | null;
  state: string;
  status: string;
  askedAt: Date | null;
  sentAt: Date | null;
  knownLienIds: readonly string[];
}

/** How the verifier's liens of a business stand to those kept here. */
export interface MatchedLiens {
  /** The filing whose outcome was not known, and the one lien that can have come of it. */
  match: { lienId: string; told: VerifiedLien } | null;
  /** Liens that nothing kept here accounts for. */
  unmatched: VerifiedLien[];
}

/** Whether a call that files this lien went out of which nobody knows what came of it. */
const isUnaccounted = ({ vendorId, sentAt, status }: KeptLien): boolean =>
  vendorId === null && sentAt !== null && status !== LIEN_FAILED && status !== "closed";

/**
 * Holds the verifier's list against what is kept. A lien is taken for that of a filing of unknown outcome where there is
 * exactly one such filing and exactly one lien that fits it: its state, not there before it was first sent, not filed earlier.
 * Those of others, and those that are closed and were never known, are no matter of ours.
 */
export function matchLiens(kept: readonly KeptLien[], told: readonly VerifiedLien[]): MatchedLiens {
  const known = new Set(kept.map(({ vendorId }) => vendorId));
  const unclaimed = told.filter(
    ({ id, status, filedByOthers }) => !known.has(id) && !filedByOthers && status !== "closed",
  );
  const [filing, ...furtherFilings] = kept.filter(isUnaccounted);
  const [fitting, ...further] = filing ? unclaimed.filter((lien) => fits(filing, lien)) : [];
  const isMatch = filing && fitting && furtherFilings.length === 0 && further.length === 0;
  return {
    match: isMatch ? { lienId: filing.id, told: fitting } : null,
    unmatched: isMatch ? unclaimed.filter((lien) => lien !== fitting) : unclaimed,
  };
}

const DAY_MS = 24 * 60 * 60_000;

function fits(filing: KeptLien, { id, state, filedOn }: VerifiedLien): boolean {
  if (state !== filing.state || filing.knownLienIds.includes(id)) return false;
  const since = filing.askedAt ?? filing.sentAt;
  // A day in the state may be the day before in UTC.
  return since === null || filedOn === null || Date.parse(filedOn) > since.getTime() - 2 * DAY_MS;
}
