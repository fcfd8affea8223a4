import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import type { Vault } from "../vault.ts";
import { ADMINS } from "./admins.ts";
import { FIXTURES } from "./fixtures.ts";
import { SEEDED_TABLES } from "./rows.ts";
import { seedDatabase } from "./seed-database.ts";

const NOW = new Date("2026-03-10T15:00:00Z");
const USERS = 200;

let first: TestDatabase;
let vault: Vault;

beforeAll(async () => {
  first = await createTestDatabase({ size: 2 });
  vault = first.vault;
  await seed(first.ownerUrl);
});

afterAll(() => first.drop());

const seed = (url: string) =>
  seedDatabase({ url, vault, users: USERS, now: NOW, adminPassword: "correct horse battery" });

async function rows<Row extends object = Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
  database = first,
): Promise<Row[]> {
  return (await database.database.pool.query<Row>(text, values)).rows;
}

async function count(condition: string, values: unknown[] = []): Promise<number> {
  const [found] = await rows<{ n: number }>(`SELECT count(*)::int AS n ${condition}`, values);
  return found?.n ?? 0;
}

describe("what is loaded", () => {
  it("is the asked number of users, counted exactly, each with an application", async () => {
    expect(await count("FROM users")).toBe(USERS);
    expect(await rows("SELECT rows::int FROM row_counter WHERE table_name = 'users'")).toEqual([
      { rows: USERS },
    ]);
    expect(await count("FROM users u WHERE NOT EXISTS (SELECT FROM application WHERE user_id = u.id)")).toBe(
      0,
    );
  });

  it("has one admin of each role, two of them with the payment flag", async () => {
    const found = await rows(
      `SELECT email, role::text, payment_flag AS "paymentFlag" FROM admin ORDER BY email`,
    );
    const expected = ADMINS.map(({ email, role, paymentFlag }) => ({ email, role, paymentFlag }));
    expect(ADMINS.filter((admin) => admin.paymentFlag)).toHaveLength(2);
    expect(found).toEqual(expected.sort((a, b) => a.email.localeCompare(b.email)));
  });

  it("has every ledger transaction under the day it has in New York", async () => {
    const elsewhere = "effective_on <> (created_at AT TIME ZONE 'America/New_York')::date";
    expect(await count(`FROM ledger_transaction WHERE ${elsewhere}`)).toBe(0);
  });

  it("has every fixture under its id", async () => {
    const found = await rows(
      "SELECT id, firstname, lastname, email FROM users WHERE id = ANY($1) ORDER BY id",
      [Object.values(FIXTURES).map(({ id }) => id)],
    );
    expect(found).toEqual(Object.values(FIXTURES).sort((a, b) => a.id - b.id));
  });

  it("is the same for the same options, but for salts and nonces", async () => {
    const second = await createTestDatabase({ size: 2 });
    try {
      await seed(second.ownerUrl);
      for (const table of SEEDED_TABLES) {
        const content = `SELECT to_jsonb(t) - '{ssn_sealed,ein_sealed,number_sealed,token_sealed,access_token_sealed}'::text[] AS row
                         FROM ${table} t ORDER BY 1`;
        expect({ table, rows: await rows(content, [], second) }).toEqual({
          table,
          rows: await rows(content),
        });
      }
    } finally {
      await second.drop();
    }
  });

  it("is left alone by a second run", async () => {
    const before = await rows("SELECT max(id) AS last, count(*) AS n FROM users");
    expect(await seed(first.ownerUrl)).toEqual({ users: 0, admins: 0 });
    expect(await rows("SELECT max(id) AS last, count(*) AS n FROM users")).toEqual(before);
    expect(await count("FROM admin")).toBe(ADMINS.length);
  });

  it("leaves the next free id to whoever comes next", async () => {
    const next = await rows("SELECT nextval(pg_get_serial_sequence('users', 'id'))::int AS id");
    expect(next).toEqual([{ id: 10_000 + USERS + 1 }]);
  });
});

describe("states", () => {
  it.each([
    ["funded", "application WHERE stage = 'funded' AND funded_at < $1"],
    [
      "renewed",
      "application a JOIN users u ON u.id = a.user_id WHERE a.is_renewed AND u.ref_user_id < u.id AND a.workflow_used = 'Renewals Model'",
    ],
    ["expired", "application WHERE expires_at < $1"],
    ["offer expired, application not", "application WHERE offer_expires_at < $1 AND expires_at > $1"],
    [
      "do not fund, with its reason and CRM id",
      "users WHERE do_not_fund AND do_not_fund_reason <> '' AND zoho_id <> ''",
    ],
    [
      "bank link lost",
      "users u WHERE show_reconnect_button AND EXISTS (SELECT FROM bank_link WHERE user_id = u.id) AND NOT EXISTS (SELECT FROM bank_link WHERE user_id = u.id AND is_active AND NOT is_manual)",
    ],
    [
      "with the asset report that a funding rested on, and one after it",
      "asset_report r JOIN application a USING (user_id) JOIN asset_report later USING (user_id) WHERE r.requested_at BETWEEN a.created_at AND a.funded_at AND later.requested_at > a.funded_at",
    ],
    ["no bank link", "users u WHERE NOT EXISTS (SELECT FROM bank_link WHERE user_id = u.id)"],
    ["with an account that was added by hand", "bank_account WHERE is_manually_added AND source = 'manual'"],
    ["with an account that is disabled", "bank_account WHERE NOT enabled"],
    [
      "with an account of a lost link",
      "bank_account a JOIN bank_link l ON l.id = a.bank_link_id AND NOT is_active",
    ],
    ["with an account whose verification failed", "bank_account WHERE verification = 'OWNER_MISMATCH'"],
    ["with a card that was switched off", "card WHERE status = 'INACTIVE' AND NOT is_primary"],
    [
      "with a card that has expired",
      "card WHERE to_date(expiry, 'MMYY') < date_trunc('month', $1::timestamptz) AND NOT is_primary",
    ],
    [
      "declined with a reason",
      "application WHERE stage = 'declined' AND alloy_status = 'Denied' AND decline_reason <> ''",
    ],
    [
      "manual review with a reason",
      "application WHERE alloy_status = 'Manual Review' AND manual_review_reason <> ''",
    ],
    ["pending", "application WHERE alloy_status = 'Pending'"],
    ["decision in error", "application WHERE alloy_status = 'Error'"],
    [
      "contracted, not funded",
      "application WHERE stage = 'contracted' AND is_contract_signed AND funded_at IS NULL",
    ],
    [
      "external collections",
      "users WHERE is_external AND external_agency <> '' AND NOT run_payment_automation",
    ],
    ["login disabled", "users WHERE disable_login"],
    ["high risk", "application WHERE init_high_risk"],
    ["small business", "application WHERE is_smb AND workflow_used = 'SMB'"],
    [
      "funded before",
      "application a WHERE stage = 'offered' AND EXISTS (SELECT FROM application WHERE user_id = a.user_id AND funded_at IS NOT NULL)",
    ],
    ["without any decision", "users u WHERE NOT EXISTS (SELECT FROM decision WHERE user_id = u.id)"],
    [
      "denied by the engine, for a reason and on a page of it",
      "decision WHERE outcome = 'Denied' AND primary_decline_reason <> '' AND outcome_reasons <> '{}' AND decision_url <> ''",
    ],
    ["sent to manual review by the engine", "decision WHERE outcome = 'Manual Review'"],
    ["approved by the engine", "decision WHERE outcome = 'Approved' AND flow_type = 'Renewals Model'"],
    ["in error at the engine", "decision WHERE outcome = 'Error' AND decision_url = ''"],
    [
      "lacking facts that the decision engine knows",
      "application a WHERE is_smb IS NULL AND decline_reason = '' AND EXISTS (SELECT FROM decision WHERE application_id = a.id AND evaluation_token LIKE 'L-DeniedSMBHighRiskx%')",
    ],
    [
      "declined by their card, and no ledger entry came of it",
      "payment_intent i WHERE state = 'FAILED' AND failure_code <> '' AND EXISTS (SELECT FROM payment_attempt WHERE intent_id = i.id AND outcome = 'FAILED') AND NOT EXISTS (SELECT FROM ledger_transaction WHERE intent_id = i.id)",
    ],
    ["underwritten", "underwriting WHERE minimum_balance_90_cents < 0"],
    [
      "remarked on for more than one page",
      "(SELECT user_id FROM derogatory_remark GROUP BY user_id HAVING count(*) > 10) AS remarked",
    ],
    ["paying on dates, some of them paid", "payment_schedule WHERE status = 'PAID'"],
    ["to pay on a date to come", "payment_schedule WHERE status = 'UNPAID' AND payment_date > $1"],
    ["late with a payment", "payment_schedule WHERE status = 'UNPAID' AND payment_date < $1"],
    ["charged by bank and card", "payment_preference WHERE use_bank AND use_card"],
    ["charged by card only", "payment_preference WHERE use_card AND NOT use_bank AND bank_number IS NULL"],
    ["past the expiry of a preference", "payment_preference WHERE use_bank_until < $1"],
    ["asked to sign the contract again", "users WHERE show_resign_contract_button"],
  ])("there are users who are: %s", async (_state, condition) => {
    const values = condition.includes("$1") ? [NOW] : [];
    expect(await count(`FROM ${condition}`, values)).toBeGreaterThan(0);
  });

  it("an overlap is with someone who really has the same", async () => {
    const found = await rows(
      `SELECT u.id FROM users u WHERE 'Phone' = ANY(u."overlaps")
         AND NOT EXISTS (SELECT FROM users o WHERE o.id <> u.id AND o.phone = u.phone)
       UNION ALL
       SELECT u.id FROM users u WHERE 'SSN' = ANY(u."overlaps")
         AND NOT EXISTS (SELECT FROM users o WHERE o.id <> u.id AND o.ssn_index = u.ssn_index)`,
    );
    expect(found).toEqual([]);
    expect(await count(`FROM users WHERE "overlaps" <> '{}'`)).toBeGreaterThan(0);
  });
});

describe("money", () => {
  it("the amounts of an offered application agree to the cent with its selected offer", async () => {
    const wrong = await rows(
      `SELECT a.id FROM application a JOIN offer o ON o.application_id = a.id AND o.selected
       WHERE a.payback_amount_cents <> a.approved_amount_cents * o.payback_multiplier
          OR a.original_approved_amount_cents <> o.approved_amount_cents
          OR a.disbursement_amount_cents <> a.approved_amount_cents
             - round(a.approved_amount_cents * a.ofee_rate) - a.disbursement_fee_cents
          OR a.disbursement_fee_cents <> CASE WHEN a.funds_dispersed_option = 'nextDayBankACH' THEN 0
             WHEN a.is_renewed THEN 600 ELSE 1200 END`,
    );
    expect(wrong).toEqual([]);
    expect(
      await count(`FROM application a WHERE offer_expires_at IS NOT NULL
        AND (SELECT count(*) FROM offer o WHERE o.application_id = a.id AND o.selected) <> 1`),
    ).toBe(0);
  });

  it("the dates of an advance sum to its payback, and the paid ones to what the ledger has", async () => {
    expect(
      await rows(
        `SELECT a.id FROM application a JOIN payment_schedule s ON s.application_id = a.id
         GROUP BY a.id HAVING sum(s.amount_cents) <> a.payback_amount_cents
           OR sum(s.paid_cents) <>
             (SELECT coalesce(sum(i.amount_cents), 0) FROM payment_intent i
              WHERE i.application_id = a.id AND i.payment_type = 'DEBIT' AND i.state NOT IN ('FAILED', 'RETURNED', 'CHARGED_BACK'))`,
      ),
    ).toEqual([]);
    expect(await count("FROM payment_schedule")).toBeGreaterThan(0);
  });

  it("what is left of the dates of the advances paid out is what is owed, customer by customer", async () => {
    const wrong = await rows(`SELECT * FROM (SELECT s.user_id, sum(s.amount_cents - s.paid_cents) AS cents
        FROM payment_schedule s JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL GROUP BY 1) l
      FULL JOIN user_balance b USING (user_id) WHERE coalesce(l.cents, 0) <> greatest(coalesce(b.balance_cents, 0), 0)`);
    expect(wrong).toEqual([]);
  });

  it("every ledger transaction sums to zero", async () => {
    expect(
      await rows("SELECT transaction_id FROM ledger_entry GROUP BY 1 HAVING sum(amount_cents) <> 0"),
    ).toEqual([]);
    expect(await count("FROM ledger_entry")).toBeGreaterThan(0);
  });

  it("every cached balance is the sum of the entries of its receivable", async () => {
    const wrong = await rows(
      `SELECT b.user_id FROM user_balance b
       LEFT JOIN ledger_account a ON a.user_id = b.user_id AND a.code = 'receivable:' || b.user_id
       LEFT JOIN ledger_entry e ON e.account_id = a.id
       GROUP BY b.user_id, b.balance_cents HAVING b.balance_cents <> coalesce(sum(e.amount_cents), 0)`,
    );
    expect(wrong).toEqual([]);
    expect(await count("FROM user_balance WHERE balance_cents > 0")).toBeGreaterThan(0);
    expect(await count("FROM user_balance WHERE balance_cents = 0")).toBeGreaterThan(0);
    expect(await count("FROM user_balance WHERE balance_cents < 0")).toBe(0);
  });

  it("no payment is left on its way, and none lies in the future", async () => {
    const states = await rows("SELECT DISTINCT state::text FROM payment_intent ORDER BY 1");
    expect(states.map(({ state }) => state).join(" ")).toBe("CHARGED_BACK FAILED RETURNED SETTLED SUCCEEDED");
    expect(await count("FROM payment_intent WHERE created_at > $1", [NOW])).toBe(0);
  });
});

describe("secrets", () => {
  it("a sealed SSN opens for its own row only, and its last four are the row's", async () => {
    const [own, other] = await rows<{ id: number; ssn_sealed: Buffer; ssn_last4: string }>(
      "SELECT id, ssn_sealed, ssn_last4 FROM users WHERE ssn_last4 <> '' ORDER BY id LIMIT 2",
    );
    if (!own || !other) throw new Error("There are no users with an SSN.");
    const place = (rowId: number) => ({ table: "users", column: "ssn_sealed", rowId });
    const ssn = vault.open(place(own.id), own.ssn_sealed);
    expect(ssn).toMatch(/^8\d{8}$/);
    expect(ssn.slice(-4)).toBe(own.ssn_last4);
    expect(() => vault.open(place(other.id), own.ssn_sealed)).toThrow("unable to authenticate");
  });

  it.each([
    ["users", "ein_sealed", "ein_index", "ein"],
    ["users", "ssn_sealed", "ssn_index", "ssn"],
    ["bank_account", "number_sealed", "number_index", "bankAccountNumber"],
    ["card", "token_sealed", "token_index", "cardToken"],
  ] as const)("in %s, each %s is found by the index of its digits", async (table, column, index, field) => {
    const found = await rows<{ id: number; sealed: Buffer; index: Buffer }>(
      `SELECT id, ${column} AS sealed, ${index} AS index FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    expect(found.length).toBeGreaterThan(0);
    for (const row of found) {
      const digits = vault.open({ table, column, rowId: row.id }, row.sealed).replace(/\D/g, "");
      expect(Buffer.from(vault.blindIndex(field, digits)).equals(row.index)).toBe(true);
    }
  });
});
