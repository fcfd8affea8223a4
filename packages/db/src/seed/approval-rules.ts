import type pg from "pg";

const NEVER = { always: false, overCents: null, dayOverCents: null, atRisk: false, newAccount: false };

/** What the product describes as one press that one person does. For a lender it waits until somebody sets something else. */
const ONE_PERSON = ["SECOND_FUNDING", "LOAN_RETURN", "MANUAL_APPROVE", "LIFT_BAN", "LIMITS"];

/** The rules of a demonstration. Its customers are a few days old, so a payout to their new accounts does not wait. */
export const DEMONSTRATION_RULES = {
  ...Object.fromEntries(ONE_PERSON.map((matter) => [matter, NEVER])),
  PAY_OUT: { ...NEVER, overCents: 1_000_000, dayOverCents: 5_000_000 },
};

/** Lets one person walk through every screen of a demonstration; larger sums wait for a second one as they do anywhere. */
export async function addApprovalRules(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(
    "INSERT INTO approval_rules (version, rules, set_at) VALUES (1, $1, $2) ON CONFLICT DO NOTHING",
    [DEMONSTRATION_RULES, now],
  );
}
