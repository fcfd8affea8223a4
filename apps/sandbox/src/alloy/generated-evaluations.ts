import { createRandom } from "../random.ts";

const FIRST_MADE_AT = Date.UTC(2026, 8, 1);
const OUTCOMES = ["Approved", "Approved", "Approved", "Denied", "Manual Review", "Error"] as const;

const REASONS = {
  Approved: ["Identity verified", "Bank account owner matches"],
  Denied: ["Insufficient income", "Recent bankruptcy", "OFAC match"],
  "Manual Review": ["Address mismatch", "Thin file", "Phone linked to other applicants"],
  Error: ["A data source did not answer"],
} as const;

const TAGS = {
  Approved: ["Low Risk"],
  Denied: ["High Risk", "Stacking"],
  "Manual Review": ["Medium Risk", "Thin File"],
  Error: [],
} as const;

/** A token may spell out what its evaluation says, e.g. "L-DeniedSMBHighRiskx1a2b3c". */
const SPELLED = /^L-(Approved|Denied|ManualReview)(SMB)?(HighRisk)?x/;

function spelledOut(token: string): { outcome: (typeof OUTCOMES)[number]; tags: string[] } | null {
  const [, word, smb, highRisk] = SPELLED.exec(token) ?? [];
  const outcome = OUTCOMES.find((each) => each.replace(" ", "") === word);
  if (outcome === undefined) return null;
  return { outcome, tags: [...(smb ? ["SMB"] : []), highRisk ? "High Risk" : "Low Risk"] };
}

/** An evaluation's summary and when it was made, always the same for the same token. */
export function madeUpSummary(token: string) {
  const random = createRandom(`alloy ${token}`);
  const drawn = random.pick(OUTCOMES);
  const { outcome, tags } = spelledOut(token) ?? { outcome: drawn, tags: TAGS[drawn] };
  const failed = outcome === "Error";
  return {
    timestamp: FIRST_MADE_AT + random.int(0, 60 * 24 * 60) * 60_000,
    summary: {
      result: failed ? "failure" : "success",
      ...(failed ? {} : { score: random.int(SCORES[outcome][0], SCORES[outcome][1]) / 100 }),
      tags,
      outcome_reasons: [random.pick(REASONS[outcome])],
      outcome,
      services: {
        "Clarity Clear Credit Risk": failed ? "failed" : "executed",
        "TransUnion Credit": "executed",
        Plaid: random.chance(0.9) ? "executed" : "not_executed",
      },
      custom_fields: {},
      alloy_fraud_score: null,
    },
  };
}

const SCORES = {
  Approved: [5, 35],
  Denied: [65, 98],
  "Manual Review": [36, 64],
} as const;
