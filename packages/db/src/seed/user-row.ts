import type { Vault } from "../vault.ts";
import { findPartner } from "./journeys.ts";
import type { Profile } from "./profile.ts";
import type { Random } from "./random.ts";
import type { UserRow } from "./rows.ts";
import type { Situation } from "./situations.ts";

export interface UserFacts {
  id: number;
  profile: Profile;
  situation: Situation;
  refUserId: number | null;
  /** Kinds of identity shared with another user. */
  overlaps: string[];
  createdAt: Date;
}

const DO_NOT_FUND_REASONS = [
  "Missed Payments",
  "Defaulted",
  "High Risk Behavior",
  "Used another person's card",
];

const AGENCIES = [
  "Summit Recovery LLC",
  "Blue Harbor Collections",
  "Keystone Commercial Recovery",
  "Atlas Receivables",
];

/** The last page of the customer portal that a user at this stage has seen. */
const ROUTES = {
  started: "/application/bank-link",
  underwriting: "/application/review",
  offered: "/offers",
  contracted: "/contract/signed",
  funded: "/dashboard",
  declined: "/application/declined",
} as const;

/** The row of a user, its secrets sealed to its id. */
export function userRow(vault: Vault, random: Random, facts: UserFacts): UserRow {
  const { id, situation, createdAt } = facts;
  const { ssn, ein, ...profile } = facts.profile;
  const owesNothing = situation.stage !== "funded";
  const hasName = profile.firstname !== "";
  return {
    id,
    ...profile,
    ...sealed(vault, id, ssn, ein),
    businessAccountSameAsPersonal: hasName ? random.chance(0.7) : null,
    separateBusinessAccount: hasName ? random.chance(0.3) : null,
    route: hasName ? ROUTES[situation.stage] : "",
    uniqueId: `u-${random.int(0, 0xffff_ffff).toString(16).padStart(8, "0")}`,
    refUserId: facts.refUserId,
    partnerCode: findPartner(id),
    disableLogin: situation.loginDisabled ?? false,
    zohoId: hasName ? `572576701${String(id).padStart(10, "0")}` : "",
    doNotFund: situation.doNotFund ?? false,
    doNotFundReason: situation.doNotFund ? random.pick(DO_NOT_FUND_REASONS) : "",
    runPaymentAutomation: !(situation.doNotFund || situation.external),
    isExternal: situation.external ?? false,
    externalAgency: situation.external ? random.pick(AGENCIES) : "",
    showReconnectButton: situation.bankLink === "lost",
    showResignContractButton: situation.stage === "contracted",
    postFundCustomerError: !owesNothing && random.chance(0.02) ? "Debit returned: insufficient funds" : "",
    overlaps: facts.overlaps,
    importKey: null,
    importRunId: null,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  };
}

function sealed(vault: Vault, rowId: number, ssn: string, ein: string) {
  return {
    ssnSealed: ssn ? vault.seal({ table: "users", column: "ssn_sealed", rowId }, ssn) : null,
    ssnIndex: ssn ? vault.blindIndex("ssn", ssn) : null,
    ssnLast4: ssn.slice(-4),
    einSealed: ein ? vault.seal({ table: "users", column: "ein_sealed", rowId }, ein) : null,
    einIndex: ein ? vault.blindIndex("ein", ein) : null,
  };
}
