/** Rows of one page of derogatory remarks. */
export const REMARKS_PAGE_SIZE = 10;

/** After which nothing is taken from the person, nor paid out to them, until staff end the remark. */
export const STOPPING_CATEGORIES = ["Bankruptcy", "Deceased", "Fraud", "Attorney", "Cease Debit"] as const;

/** What staff may say of a customer: what stops debits first. */
export const REMARK_CATEGORIES = [
  ...STOPPING_CATEGORIES,
  "Charge-off",
  "Collection",
  "Judgment",
  "Tax Lien",
  "Open UCC (other funder)",
  "Defaulted Advance (other funder)",
  "Returned Payment",
  "Identity Mismatch",
  "Abusive Conduct",
  "Litigation",
] as const;

export const REMARK_LENGTH = 2_000;

export const REMARK_TEXTS = {
  title: "Derogatory remarks",
  dayInFuture: "The day is not over yet: choose today or an earlier one.",
  added: "The remark was added.",
  ended: "The remark was ended.",
  alreadyEnded: "Someone else ended this remark. Reload to see it.",
} as const;

/** Whether a remark of this category stops debits once staff add it or another system's book brings it, however it is written there. */
export const stopsDebits = (category: string): boolean =>
  STOPPING_CATEGORIES.some((stopping) => stopping.toLowerCase() === category.trim().toLowerCase());

/** A remark of the person that stops debits, and which customer it stands at. */
export interface StoppingRemark {
  userId: number;
  name: string;
  category: string;
  /** YYYY-MM-DD */
  on: string;
}

/** Why nothing is taken from a customer or paid out to them, with the one named whose remark says so; null without one. */
export function whyStopped(userId: number, remark: StoppingRemark | null): string | null {
  if (remark === null) return null;
  const whose = remark.userId === userId ? "" : ` of the same person, ${remark.name} #${remark.userId}`;
  return `The remark “${remark.category}” of ${remark.on}${whose} stops debits and payouts until it is ended.`;
}
