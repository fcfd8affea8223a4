import type { ManualDeclineReason } from "../deals/rules.ts";
import type { DoNotFundReason } from "../do-not-fund/rules.ts";

/** The reasons that a notice gives, in the words of the sample forms C-1 to C-8 of Regulation B where those have one. */
export const PRINCIPAL_REASONS = [
  "Credit application incomplete",
  "Income insufficient for amount of credit requested",
  "Income is irregular or has fallen",
  "Unable to verify income",
  "Excessive obligations in relation to income",
  "Unable to verify identity",
  "Unable to verify residence",
  "Unable to verify information in the application",
  "Unable to verify ownership of the bank account",
  "Insufficient bank account history",
  "Returned items or negative balances in the bank account",
  "Type of bank account not eligible",
  "Poor credit performance with us",
  "Delinquent past or present credit obligations with others",
  "Bankruptcy",
  "Number of recent inquiries on credit bureau report",
  "No credit file",
  "Purpose of the funds not eligible",
  "Business not in good standing",
  "Industry not eligible",
  "State not eligible",
  "Assets of the business are pledged to another creditor",
] as const;
export type PrincipalReason = (typeof PRINCIPAL_REASONS)[number];

/** A person has to choose the principal reason. */
const CHOOSE = "choose";
/** The customer withdrew, which is no adverse action. */
const WITHDRAWN = "withdrawn";

type Told = PrincipalReason | typeof CHOOSE | typeof WITHDRAWN;

/** The reasons of the decision engine, of *Manual Decline* and of Do Not Fund. A reason that is absent here needs a person. */
const REASONS = {
  Stacking: "Excessive obligations in relation to income",
  "High-Risk Bank Activity": "Returned items or negative balances in the bank account",
  "High-Risk Behavior": CHOOSE,
  "Insufficient Bank Activity": "Insufficient bank account history",
  "No Business Income": "Unable to verify income",
  "Cash-flow/Affordability": "Income insufficient for amount of credit requested",
  "Use of Funds": "Purpose of the funds not eligible",
  Fraud: "Unable to verify information in the application",
  Other: CHOOSE,
  "CVA Decline": CHOOSE,
  "Payment History": "Poor credit performance with us",
  "Customer Cancelled": WITHDRAWN,
  "Lost Plaid Connection": "Credit application incomplete",
  "Customer Dropped Off": WITHDRAWN,

  "Missed Payments": "Poor credit performance with us",
  Defaulted: "Poor credit performance with us",
  "High Risk Behavior": CHOOSE,

  "Name does not match SSN": "Unable to verify identity",
  "SSN belongs to a deceased person": "Unable to verify identity",
  "Address not verified": "Unable to verify residence",
  "Phone is VoIP or recently ported": CHOOSE,
  "E-mail created in last 30 days": CHOOSE,
  "Device seen on other applications": CHOOSE,
  "Possible synthetic identity": "Unable to verify identity",
  "OFAC / watch-list possible match": CHOOSE,
  "Bank account owner does not match applicant": "Unable to verify ownership of the bank account",
  "Account opened less than 90 days ago": "Insufficient bank account history",
  "Fewer than 30 days of transactions": "Insufficient bank account history",
  "Bank link lost during review": "Credit application incomplete",
  "Account type not eligible": "Type of bank account not eligible",
  "Average monthly revenue below minimum": "Income insufficient for amount of credit requested",
  "NSF or overdraft events above limit in 30 days": "Returned items or negative balances in the bank account",
  "Days with negative balance above limit": "Returned items or negative balances in the bank account",
  "Debt service coverage below minimum": "Excessive obligations in relation to income",
  "Revenue falling more than 40% against prior 30 days": "Income is irregular or has fallen",
  "Deposits are mostly transfers, not revenue": "Unable to verify income",
  "Revenue concentrated in one payer": CHOOSE,
  "No deposit in last 10 days": "Income is irregular or has fallen",
  "Two or more active advances detected": "Excessive obligations in relation to income",
  "New advance taken in last 14 days": "Excessive obligations in relation to income",
  "Payday or high-risk loan activity": "Excessive obligations in relation to income",
  "Bureau: charge-off or collection in last 12 months":
    "Delinquent past or present credit obligations with others",
  "Bureau: open bankruptcy": "Bankruptcy",
  "Bureau: inquiries above limit in 30 days": "Number of recent inquiries on credit bureau report",
  "Bureau: no hit": "No credit file",
  "Previous advance in default with us": "Poor credit performance with us",
  "Returned payments on previous advance": "Poor credit performance with us",
  "On Do Not Fund list": CHOOSE,
  "Shares bank account or card with a defaulted customer": CHOOSE,
  "Business not in good standing": "Business not in good standing",
  "TIN and name mismatch": "Unable to verify identity",
  "Industry not eligible": "Industry not eligible",
  "Existing UCC filing on all assets": "Assets of the business are pledged to another creditor",
  "State not eligible": "State not eligible",
  "Application incomplete or expired": "Credit application incomplete",
  "Customer withdrew": WITHDRAWN,
  "Vendor error, needs re-run": CHOOSE,
} as const satisfies Record<ManualDeclineReason | DoNotFundReason, Told> & Record<string, Told>;

type KnownReason = keyof typeof REASONS;

/** The reasons that are no adverse action: they start no clock and get no notice. */
export const WITHDRAWN_REASONS = Object.keys(REASONS).filter(
  (reason) => REASONS[reason as KnownReason] === WITHDRAWN,
);

export const isWithdrawn = (reason: string): boolean => WITHDRAWN_REASONS.includes(reason.trim());

/** The most reasons that a notice gives: more than four tell a reader less (comment 9(b)(2)-1 to 12 CFR 1002). */
export const MOST_REASONS = 4;

/**
 * The principal reasons of a decline, none twice, MOST_REASONS at most: a person's choice first, then the internal ones in their
 * order. `unclear` lists the internal reasons that say nothing a notice may give.
 */
export function principalReasons(internal: readonly string[], chosen: PrincipalReason | null) {
  const reasons = new Set<PrincipalReason>(chosen === null ? [] : [chosen]);
  const unclear = new Set<string>();
  for (const reason of internal.map((each) => each.trim())) {
    if (reason === "" || isWithdrawn(reason)) continue;
    const found = principalReason(reason);
    if (found === null) unclear.add(reason);
    else reasons.add(found);
  }
  return { reasons: [...reasons].slice(0, MOST_REASONS), unclear: [...unclear] };
}

const PRINCIPAL: ReadonlySet<string> = new Set(PRINCIPAL_REASONS);

function principalReason(reason: string): PrincipalReason | null {
  const mapped = Object.hasOwn(REASONS, reason) ? REASONS[reason as KnownReason] : reason;
  return PRINCIPAL.has(mapped) ? (mapped as PrincipalReason) : null;
}
