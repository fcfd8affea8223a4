export interface ContractLinkEnd {
  expiresAt: Date;
  revokedAt: Date | null;
}

export type ContractLinkState = "live" | "expired" | "revoked";

/** Whether a link to a contract still opens it. */
export function contractLinkState({ expiresAt, revokedAt }: ContractLinkEnd, now: Date): ContractLinkState {
  if (revokedAt !== null) return "revoked";
  return expiresAt <= now ? "expired" : "live";
}

/** Why this link can not be revoked, or null when it can. */
export function whyNotRevokeContractLink(link: ContractLinkEnd, now: Date): string | null {
  const state = contractLinkState(link, now);
  if (state === "live") return null;
  return state === "revoked" ? "This link was revoked already." : "This link has expired already.";
}
