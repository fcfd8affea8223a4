import type { Statement } from "@countinghouse/db";
import type { SheetName } from "@countinghouse/validators/import/columns";
import {
  PAYMENT_STATES,
  type PaymentState,
  UNACCOUNTED_STATES,
} from "@countinghouse/validators/payments/states";
import { stopsDebits } from "@countinghouse/validators/remarks/rules";
import { businessKey, NEWEST_OPENING_SQL } from "../../payments/business-key.ts";
import { externalKey } from "../candidate.ts";
import { type Difference, type Facts, findDifferences } from "./differences.ts";
import type { BookContext } from "./import-book.ts";
import { type MoneyHere, NO_MONEY } from "./opening.ts";
import type { StagedRow } from "./stage.ts";
import { applicationKey } from "./write-applications.ts";
import { remarkKey } from "./write-facts.ts";

/** What is here of a customer before these files. */
export interface CustomerHere {
  hasApplication(id: string): boolean;
  /** What is here of a row, and what the row says otherwise; null where nothing of it is here. */
  compare(staged: StagedRow): Compared | null;
  /** The instalments of an application of the customer. */
  instalments(application: string): Facts[];
  money: MoneyHere;
}

export interface Compared {
  differing: Difference[];
  facts: Facts;
}

/** A row of these sheets has an id of its own, whoever's it is. */
const TAKEN: Readonly<Partial<Record<SheetName, string>>> = {
  applications: "applicationId: another customer has an application with this id",
  payments: "paymentId: another customer has a payment with this id",
  notes: "noteId: another customer has a note with this id",
  documents: "documentId: another customer has a document with this id",
};

interface Found {
  sheet: SheetName;
  key: string;
  userId: number;
  facts: Facts;
}

/** The application `a` waits for a decision of staff. */
const WAITS = "a.alloy_status = 'Manual Review' AND a.manually_approved_at IS NULL";

/** Keys of applications, payments, notes, remarks and documents; then users, of whose accounts and cards the indexes are compared. */
const FIND: Statement = {
  name: "import.find-here",
  text: `SELECT 'applications' AS sheet, a.import_key AS key, a.user_id AS "userId", jsonb_build_object('id', a.id, 'stage', a.stage, 'waits', ${WAITS},
      'createdOn', a.created_at, 'expiresOn', a.expires_at, 'workflowUsed', a.workflow_used,
      'approvedAmount', a.approved_amount_cents, 'paybackAmount', a.payback_amount_cents,
      'paymentAmount', a.payment_amount_cents, 'discountAmount', a.discount_amount_cents,
      'disbursementAmount', a.disbursement_amount_cents, 'disbursementFee', a.disbursement_fee_cents,
      'ofeeRate', a.ofee_rate, 'fundedOn', a.funded_at, 'contractSignedOn', a.contract_signed_at,
      'firstPaymentDate', a.first_payment_date, 'lastPaymentDate', a.last_payment_date, 'discountDate', a.discount_date,
      'declineReason', a.decline_reason, 'declinedOn', a.declined_at, 'dealId', a.deal_id) AS facts
    FROM application a WHERE a.import_key = ANY($1::text[])
    UNION ALL SELECT 'offers', a.import_key || ' ' || o.optimized, a.user_id, jsonb_build_object(
      'id', o.id, 'fundedOn', a.funded_at, 'waits', ${WAITS}, 'approvedAmount', o.approved_amount_cents, 'paybackMultiplier', o.payback_multiplier, 'selected', o.selected)
    FROM application a JOIN offer o ON o.application_id = a.id WHERE a.import_key = ANY($1::text[])
    UNION ALL SELECT 'schedules', a.import_key || ' ' || s.payment_date, a.user_id, jsonb_build_object('id', s.id, 'paidCents', s.paid_cents,
      'amount', s.amount_cents, 'dueOn', s.payment_date,
      'isUnderWay', EXISTS (SELECT FROM payment_intent p WHERE p.schedule_id = s.id AND p.state::text = ANY($7::text[])))
    FROM application a JOIN payment_schedule s ON s.application_id = a.id WHERE a.import_key = ANY($1::text[])
    UNION ALL SELECT 'payments', i.business_key, i.user_id, jsonb_build_object('amount', i.amount_cents, 'direction', i.payment_type,
      'paidOn', (i.created_at AT TIME ZONE 'America/New_York')::date, 'mode', m.mode_of_payment, 'description', m.description,
      'returnCode', i.failure_code, 'outcome', i.state,
      'returnedOn', (SELECT max(t.effective_on) FROM ledger_transaction t WHERE t.intent_id = i.id AND t.reverses_id IS NOT NULL))
    FROM payment_intent i LEFT JOIN manual_payment m ON m.intent_id = i.id WHERE i.business_key = ANY($2::text[])
    UNION ALL SELECT 'notes', n.import_key, n.user_id, jsonb_build_object('note', regexp_replace(n.note, E'\\n\\\\(written by [^)]*\\\\)$', ''), 'writtenOn', n.created_at)
    FROM note n WHERE n.import_key = ANY($3::text[])
    UNION ALL SELECT 'remarks', r.import_key, r.user_id, jsonb_build_object('addedBy', r.added_by, 'stopsDebits', r.stops_debits,
      'endedOn', r.ended_at, 'endReason', r.end_reason)
    FROM derogatory_remark r WHERE r.import_key = ANY($4::text[])
    UNION ALL SELECT 'documents', f.import_key, f.user_id, jsonb_build_object('type', f.type, 'name', f.name)
    FROM user_file f WHERE f.import_key = ANY($5::text[])
    UNION ALL SELECT 'accounts', b.user_id || ' ' || b.routing || ' ' || encode(b.number_index, 'hex'), b.user_id,
      jsonb_build_object('id', b.id, 'bank', b.name, 'accountType', b.subtype, 'enabled', b.enabled)
    FROM bank_account b WHERE b.user_id = ANY($6::int[])
    UNION ALL SELECT 'cards', c.user_id || ' ' || encode(c.token_index, 'hex'), c.user_id, jsonb_build_object('id', c.id, 'last4', c.last4,
      'expiry', c.expiry, 'cardName', c.card_name, 'issuer', c.issuer, 'status', c.status)
    FROM card c WHERE c.user_id = ANY($6::int[]) AND c.token_index IS NOT NULL`,
};

interface MoneyRow extends Record<string, unknown> {
  userId: number;
  owedCents: number;
  hasMoney: boolean;
  openings: number;
  intentId: string | null;
  transactionId: string;
  cents: number;
  day: string;
}

/** What customers owe by the ledger as of a day, and the opening balance that stands. */
const FIND_MONEY: Statement = {
  name: "import.find-money",
  text: `SELECT u.id AS "userId", o.*,
      (SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
        JOIN ledger_transaction t ON t.id = e.transaction_id
        WHERE a.code = 'receivable:' || u.id AND t.effective_on <= u.day)::float8 AS "owedCents",
      EXISTS (SELECT FROM payment_intent i JOIN ledger_transaction t ON t.intent_id = i.id
        WHERE i.user_id = u.id AND NOT starts_with(i.business_key, $3)) AS "hasMoney",
      ${NEWEST_OPENING_SQL} AS openings
    FROM unnest($1::int[], $2::date[]) AS u (id, day)
    LEFT JOIN LATERAL (SELECT i.id AS "intentId", t.id AS "transactionId", e.amount_cents::float8 AS cents, t.effective_on::text AS day
      FROM payment_intent i JOIN ledger_transaction t ON t.intent_id = i.id AND t.reverses_id IS NULL
      JOIN ledger_entry e ON e.transaction_id = t.id JOIN ledger_account a ON a.id = e.account_id AND a.code = 'receivable:' || u.id
      WHERE i.user_id = u.id AND starts_with(i.business_key, $3)
        AND NOT EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses_id = t.id)
      ORDER BY t.id DESC LIMIT 1) o ON true`,
};

/** Reads what is here of the customers of a batch; `today` is the day of a balance that names none. */
export async function readHere(
  { db, vault, run, isAtWork }: Pick<BookContext, "db" | "vault" | "run" | "isAtWork">,
  batch: ReadonlyMap<string, readonly StagedRow[]>,
  idOf: (customer: string) => number | undefined,
  today: string,
) {
  const rows = [...batch.values()].flat().filter(({ isUnread }) => !isUnread);
  const ids = [...batch.keys()].flatMap((customer) => idOf(customer) ?? []);
  /** By what a row may be known here: an account or a card by the index under each key. */
  const rowKeys = ({ sheet, customer, application, row }: StagedRow): string[] => {
    const text = (field: string) => String(row[field] ?? "");
    const indexed = (start: string, indexes: readonly Uint8Array[]) =>
      indexes.map((index) => `${idOf(customer)} ${start}${Buffer.from(index).toString("hex")}`);
    switch (sheet) {
      case "applications":
        return [applicationKey(run, application)];
      case "offers":
        return [`${applicationKey(run, application)} ${row.optimized === true}`];
      case "schedules":
        return [`${applicationKey(run, application)} ${text("dueOn")}`];
      case "payments":
        return [businessKey.imported(run.source, text("paymentId"))];
      case "notes":
        return [externalKey(run.source, text("noteId"))];
      case "remarks":
        return [remarkKey(run, customer, row)];
      case "documents":
        return [externalKey(run.source, text("documentId"))];
      case "accounts":
        return indexed(`${text("routing")} `, vault.blindIndexes("bankAccountNumber", text("accountNumber")));
      case "cards":
        return indexed("", vault.blindIndexes("cardToken", text("token")));
      default:
        return [];
    }
  };
  const keysOf = (sheet: SheetName) => rows.filter((row) => row.sheet === sheet).flatMap(rowKeys);
  const applications = new Set(
    rows.flatMap(({ application }) => (application === "" ? [] : applicationKey(run, application))),
  );
  const hasFacts = rows.some(({ sheet }) => sheet === "accounts" || sheet === "cards");
  const found = await db.read.sql<Found & Record<string, unknown>>(FIND, [
    [...applications],
    keysOf("payments"),
    keysOf("notes"),
    keysOf("remarks"),
    keysOf("documents"),
    hasFacts ? ids : [],
    [...UNACCOUNTED_STATES],
  ]);
  const byKey = new Map(
    found.map((one) => [`${one.sheet} ${one.key}`, withOutcome(withDecision(one, isAtWork))]),
  );
  const ofApplication = Map.groupBy(
    found.filter(({ sheet }) => sheet === "schedules"),
    ({ key }) => key.slice(0, key.lastIndexOf(" ")),
  );
  const find = (staged: StagedRow) =>
    rowKeys(staged)
      .map((key) => byKey.get(`${staged.sheet} ${key}`))
      .find((one) => one !== undefined);
  const money = await readMoney(
    (statement, values) => db.read.sql<MoneyRow>(statement, values),
    askedMoney(batch, idOf, today),
  );
  return {
    /** Why a row can not be brought, or null: another customer has its id. */
    whyTaken(staged: StagedRow, userId: number | undefined): string | null {
      const taken = TAKEN[staged.sheet];
      if (taken === undefined) return null;
      if (staged.takenLine !== null) return `${taken}, in line ${staged.takenLine}.`;
      const same = find(staged);
      return same !== undefined && same.userId !== userId ? `${taken}.` : null;
    },
    takenKind: (sheet: SheetName): string => `${TAKEN[sheet]}.`,
    of: (userId: number | undefined): CustomerHere => ({
      hasApplication: (id) =>
        userId !== undefined && byKey.get(`applications ${applicationKey(run, id)}`)?.userId === userId,
      compare(staged) {
        const same = find(staged);
        if (same === undefined || same.userId !== userId) return null;
        const differing = findDifferences(staged.sheet, comparedRow(staged), same.facts);
        return { differing, facts: same.facts };
      },
      instalments: (application) =>
        (ofApplication.get(applicationKey(run, application)) ?? [])
          .filter((one) => one.userId === userId)
          .map(({ facts }) => facts),
      money: (userId === undefined ? undefined : money.get(userId)) ?? NO_MONEY,
    }),
  };
}

/** Says of an application and its offers whether the terms are decided: they are once the console works, unless staff have still to decide. */
const withDecision = ({ facts, ...found }: Found, isAtWork: boolean): Found => ({
  ...found,
  facts: { ...facts, isDecided: isAtWork && facts.waits === false },
});

/** A payment says its outcome as a file does. */
const withOutcome = ({ facts, ...found }: Found): Found => {
  const state = facts.outcome;
  const outcome = PAYMENT_STATES[state as PaymentState]?.outcome;
  return { ...found, facts: state === undefined ? facts : { ...facts, outcome: outcome ?? String(state) } };
};

/** Whose money is asked for, and the day of the balance as YYYY-MM-DD. */
export interface AskedMoney {
  id: number;
  day: string;
}

type ReadRows = (statement: Statement, values: unknown[]) => Promise<MoneyRow[]>;

/** The money of customers by their ids. A customer who was not found is not in it. */
export async function readMoney(
  readRows: ReadRows,
  asked: readonly AskedMoney[],
): Promise<ReadonlyMap<number, MoneyHere>> {
  if (asked.length === 0) return new Map();
  const rows = await readRows(FIND_MONEY, [
    asked.map(({ id }) => id),
    asked.map(({ day }) => day),
    businessKey.openingBalances(),
  ]);
  return new Map(
    rows.map(({ userId, owedCents, hasMoney, openings, intentId, ...opening }) => {
      const { transactionId, cents, day } = opening;
      const standing = intentId === null ? null : { intentId, transactionId, cents, day };
      return [userId, { owedCents, hasMoney, openings, opening: standing }];
    }),
  );
}

function askedMoney(
  batch: ReadonlyMap<string, readonly StagedRow[]>,
  idOf: (customer: string) => number | undefined,
  today: string,
): AskedMoney[] {
  return [...batch].flatMap(([customer, rows]) => {
    const id = idOf(customer);
    const isAsked = rows.some(({ sheet }) => ["users", "applications", "payments"].includes(sheet));
    if (id === undefined || !isAsked) return [];
    const given = rows.find(({ sheet, isUnread }) => sheet === "users" && !isUnread);
    return [{ id, day: String(given?.row.balanceDate ?? today) }];
  });
}

/** A row as it would be here, for what is written otherwise than it is said. */
function comparedRow({ sheet, row }: StagedRow): StagedRow["row"] {
  if (sheet === "applications") return row.fundedOn === undefined ? row : { ...row, stage: "funded" };
  if (sheet === "payments") {
    const cents = Number(row.amount);
    const isCredit = (row.direction === "CREDIT") !== cents < 0;
    const { amount: _amount, ...rest } = row;
    return { outcome: "paid", ...rest, amount: Math.abs(cents), direction: isCredit ? "CREDIT" : "DEBIT" };
  }
  if (sheet === "remarks" && row.stopsDebits === undefined)
    return { ...row, stopsDebits: stopsDebits(String(row.category)) };
  if (sheet === "notes") {
    const { owner: _owner, ...rest } = row;
    return rest;
  }
  return row;
}
