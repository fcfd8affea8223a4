import type { ApplicationStage } from "../generated/prisma/enums.ts";
import type { AlloyLabel } from "./rows.ts";

/** Where a user stands with the lender, as the screens tell them apart. */
export interface Situation {
  stage: ApplicationStage;
  alloyStatus: AlloyLabel;
  /** Out of a thousand people, how many are here. */
  share: number;
  bankLink: "active" | "lost" | "none";
  /** How the advance is being paid back, where there was one. */
  repayment: "onTime" | "behind" | "complete" | null;
  applicationExpired?: boolean;
  offerExpired?: boolean;
  doNotFund?: boolean;
  external?: boolean;
  loginDisabled?: boolean;
  /** Shares something with the person before. */
  overlaps?: boolean;
  /** A first user paid back, then a second one that refers to it. */
  renewal?: boolean;
  /** An older application of the same user was funded and paid back. */
  fundedBefore?: boolean;
}

const APPROVED = { alloyStatus: "Approved", bankLink: "active" } as const;
const FUNDED = { ...APPROVED, stage: "funded" } as const;
const OFFERED = { ...APPROVED, stage: "offered", repayment: null } as const;
const UNDERWRITING = { stage: "underwriting", bankLink: "active", repayment: null } as const;

export const SITUATIONS = {
  funded: { ...FUNDED, share: 270, repayment: "onTime" },
  behind: { ...FUNDED, share: 60, repayment: "behind" },
  paidOff: { ...FUNDED, share: 80, repayment: "complete" },
  renewed: { ...FUNDED, share: 60, repayment: "onTime", renewal: true },
  offered: { ...OFFERED, share: 110 },
  fundedBefore: { ...OFFERED, share: 20, fundedBefore: true },
  expired: { ...OFFERED, share: 60, alloyStatus: "Expired", applicationExpired: true, offerExpired: true },
  offerExpired: { ...OFFERED, share: 40, offerExpired: true },
  contracted: { ...APPROVED, stage: "contracted", share: 30, repayment: null },
  doNotFund: { ...FUNDED, share: 30, repayment: "behind", doNotFund: true },
  externalCollections: { ...FUNDED, share: 20, repayment: "behind", external: true },
  loginDisabled: { ...FUNDED, share: 10, repayment: "behind", loginDisabled: true },
  overlapping: { ...FUNDED, share: 20, repayment: "onTime", overlaps: true },
  lostBankLink: { ...OFFERED, share: 30, bankLink: "lost" },
  noBankLink: { stage: "started", alloyStatus: "Pending", share: 30, bankLink: "none", repayment: null },
  declined: { stage: "declined", alloyStatus: "Denied", share: 70, bankLink: "active", repayment: null },
  manualReview: { ...UNDERWRITING, alloyStatus: "Manual Review", share: 30 },
  pending: { ...UNDERWRITING, alloyStatus: "Pending", share: 20 },
  failed: { ...UNDERWRITING, alloyStatus: "Error", share: 10 },
} as const satisfies Record<string, Situation>;

export type SituationName = keyof typeof SITUATIONS;

/** The situation of that name, seen through its general type. */
export const findSituation = (name: SituationName): Situation => SITUATIONS[name];

/** Every situation with its share, to be drawn from. */
export const SITUATION_SHARES = Object.keys(SITUATIONS)
  .filter(isSituationName)
  .map((name) => [name, SITUATIONS[name].share] as const);

function isSituationName(name: string): name is SituationName {
  return name in SITUATIONS;
}
