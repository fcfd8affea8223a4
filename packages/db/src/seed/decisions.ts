import type { MadeApplication } from "./application.ts";
import { addDays } from "./days.ts";
import type { Random } from "./random.ts";
import type { ApplicationRow } from "./rows.ts";
import type { SeedContext } from "./seed-context.ts";

/** The steps before the decision itself, each a minute after the other. */
const CHECKS = ["Identity & Fraud", "Bureau - Clarity", "Bureau - TransUnion", "Cash-Flow 720"] as const;

const DENIAL_REASONS = [
  "Two or more active advances detected",
  "NSF or overdraft events above limit in 30 days",
  "Days with negative balance above limit",
  "Average monthly revenue below minimum",
  "Fewer than 30 days of transactions",
  "Bureau: charge-off or collection in last 12 months",
  "Previous advance in default with us",
] as const;

/** Adds what the decision engine said on each application, and what was looked at. One that only began has neither. */
export function addDecisions(
  context: SeedContext,
  random: Random,
  applications: readonly MadeApplication[],
): void {
  for (const { row, terms } of applications) {
    if (row.stage === "started") continue;
    const outcomes = makeOutcomes(random, row);
    for (const [step, outcome] of outcomes.entries()) addDecision(context, random, row, step, outcome);
    if (row.riskModelScore !== null) addUnderwriting(context, random, row, terms.approvedCents);
  }
}

interface Outcome {
  flowType: string;
  outcome: string;
  reasons: string[];
}

/** A pending application waits after the first checks, a failed one has its last check in error. */
function makeOutcomes(random: Random, row: ApplicationRow): Outcome[] {
  const checks: Outcome[] = CHECKS.map((flowType) => ({ flowType, outcome: "Success", reasons: [] }));
  switch (row.alloyStatus) {
    case "Pending":
      return checks.slice(0, 2);
    case "Error":
      return [
        ...checks.slice(0, 3),
        { flowType: "Cash-Flow 720", outcome: "Error", reasons: ["Vendor error, needs re-run"] },
      ];
    case "Denied": {
      const first = random.pick(DENIAL_REASONS);
      const reasons = [...new Set([first, random.pick(DENIAL_REASONS)])];
      return [...checks, { flowType: row.workflowUsed, outcome: "Denied", reasons }];
    }
    case "Manual Review":
      return [
        ...checks,
        { flowType: row.workflowUsed, outcome: "Manual Review", reasons: [row.manualReviewReason] },
      ];
    default:
      return [...checks, { flowType: row.workflowUsed, outcome: "Approved", reasons: [] }];
  }
}

const MINUTE = 1 / (24 * 60);

function addDecision(
  context: SeedContext,
  random: Random,
  row: ApplicationRow,
  step: number,
  { flowType, outcome, reasons }: Outcome,
): void {
  const drawn = random.int(0, 0xffff_ffff).toString(36).padStart(7, "0");
  const token = `L-${outcome === "Success" ? "" : spelledOut(row, outcome)}${drawn}`;
  context.rows.decision.push({
    id: ++context.ids.decision,
    userId: row.userId,
    applicationId: row.id,
    flowType,
    outcome,
    outcomeReasons: reasons,
    primaryDeclineReason: outcome === "Denied" ? row.declineReason : "",
    evaluationToken: outcome === "Error" ? "" : token,
    decisionUrl: outcome === "Error" ? "" : `https://decisions.example.com/evaluations/${token}`,
    createdAt: addDays(new Date(row.createdAt), step * MINUTE),
  });
}

/** What the sandbox's decision engine is to say of this evaluation: its tokens can carry it. */
const spelledOut = ({ isSmb, initHighRisk }: ApplicationRow, outcome: string): string =>
  `${outcome.replace(" ", "")}${isSmb ? "SMB" : ""}${initHighRisk ? "HighRisk" : ""}x`;

/** Forgets what is left to be looked up at the decision engine, as with applications of an older system. */
export function forgetFacts(applications: readonly MadeApplication[]): void {
  for (const { row } of applications) {
    row.isSmb = null;
    row.initHighRisk = null;
    row.declineReason = "";
  }
}

function addUnderwriting(
  context: SeedContext,
  random: Random,
  row: ApplicationRow,
  requestedCents: number,
): void {
  const stated = requestedCents * random.int(2, 6);
  const balance = random.int(200, 9_000) * 100;
  context.rows.underwriting.push({
    applicationId: row.id,
    requestedAmountCents: requestedCents,
    estimatedMonthlyRevenueCents: Math.round((stated * random.int(70, 115)) / 100),
    statedMonthlyRevenueCents: stated,
    averageDailyBalance90Cents: balance,
    minimumBalance90Cents: balance - random.int(200, 3_000) * 100,
    negativeDays90: random.int(0, 12),
    nsf90: random.int(0, 5),
    depositCount90: random.int(8, 90),
    activeAdvances: row.alloyStatus === "Denied" ? random.int(0, 4) : random.int(0, 1),
    timeInBusinessMonths: random.int(3, 180),
    fraudScore: random.int(5, row.alloyStatus === "Denied" ? 800 : 300),
    identityMatch: random.chance(0.95),
    bankOwnerMatch: row.manualReviewReason !== "Bank account owner does not match applicant",
    priorAdvances: row.isRenewed ? random.int(1, 4) : 0,
    priorReturns: row.isRenewed ? random.int(0, 2) : 0,
    decisionExpiresAt: row.offerExpiresAt,
    createdAt: row.updatedAt,
  });
}
