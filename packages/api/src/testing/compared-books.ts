import { takesMoney } from "@countinghouse/validators/manual-payments/rules";
import { isPaid, type PaymentState } from "@countinghouse/validators/payments/states";
import type { EntryKind } from "../loans/ledger-parts.ts";
import type { TestApi } from "./harness.ts";

interface Entry extends EntryKind {
  userId: number;
  cents: number;
  day: string;
}

interface Instalment {
  id: number;
  userId: number;
  day: string;
  amountCents: number;
  paidCents: number;
  allocatedCents: number;
  isPaidOut: boolean;
}

interface Payment {
  userId: number;
  id: string;
  day: string;
  at: string;
  state: PaymentState;
  cents: number;
  lineItemType: string | null;
  modeOfPayment: string | null;
}

/** Sums of one customer from ledger rows, instalments and payments. Cents. */
export interface Facts {
  owedCents: number;
  /** Open amount of the instalments of advances that were paid out. */
  leftCents: number;
  due: { day: string; cents: number }[];
  lastPayment: { day: string; cents: number } | null;
}

export const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
const NO_PAYMENT = new Set(["Imported Adjustment", "Opening Balance"]);

export type Books = Awaited<ReturnType<typeof readBooks>>;

export async function readBooks({ database: { pool } }: TestApi) {
  const { rows: users } = await pool.query<{ id: number }>("SELECT id FROM users ORDER BY id");
  const { rows: entries } = await pool.query<Entry>(
    `SELECT a.user_id AS "userId", e.amount_cents::float8 AS cents, t.effective_on::text AS day, t.kind, i.kind::text AS "intentKind",
      m.line_item_type AS "lineItemType", m.mode_of_payment AS "modeOfPayment"
     FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id JOIN ledger_transaction t ON t.id = e.transaction_id
     LEFT JOIN payment_intent i ON i.id = t.intent_id LEFT JOIN manual_payment m ON m.intent_id = i.id WHERE a.user_id IS NOT NULL`,
  );
  const { rows: instalments } = await pool.query<Instalment>(
    `SELECT s.id, s.user_id AS "userId", s.payment_date::text AS day, s.amount_cents::float8 AS "amountCents",
      s.paid_cents::float8 AS "paidCents", a.funded_at IS NOT NULL AS "isPaidOut",
      coalesce((SELECT sum(l.amount_cents) FROM payment_allocation l WHERE l.schedule_id = s.id), 0)::float8 AS "allocatedCents"
     FROM payment_schedule s JOIN application a ON a.id = s.application_id ORDER BY s.payment_date, s.id`,
  );
  const { rows: payments } = await pool.query<Payment>(
    `SELECT i.user_id AS "userId", i.id::text AS id, i.created_at::text AS at, i.state::text AS state,
      (i.created_at AT TIME ZONE 'America/New_York')::date::text AS day,
      m.line_item_type AS "lineItemType", m.mode_of_payment AS "modeOfPayment",
      (coalesce(i.moved_cents, i.amount_cents) - coalesce((SELECT sum(coalesce(r.moved_cents, r.amount_cents)) FROM payment_intent r
        WHERE r.parent_id = i.id AND r.state IN ('SUBMITTED', 'SUCCEEDED', 'SETTLED')), 0))::float8 AS cents
     FROM payment_intent i LEFT JOIN manual_payment m ON m.intent_id = i.id
     WHERE i.payment_type = 'DEBIT' ORDER BY i.created_at DESC, i.id DESC`,
  );
  return { users: users.map(({ id }) => id), entries, instalments, payments };
}

export function toFacts({ users, entries, instalments, payments }: Books): ReadonlyMap<number, Facts> {
  const [entriesOf, instalmentsOf, paymentsOf] = [
    Map.groupBy(entries, ({ userId }) => userId),
    Map.groupBy(instalments, ({ userId }) => userId),
    Map.groupBy(payments, ({ userId }) => userId),
  ];
  return new Map(
    users.map((userId) => {
      const owedCents = sum((entriesOf.get(userId) ?? []).map(({ cents }) => cents));
      const paidOut = (instalmentsOf.get(userId) ?? []).filter(({ isPaidOut }) => isPaidOut);
      const last = (paymentsOf.get(userId) ?? []).find(holds);
      return [
        userId,
        {
          owedCents,
          leftCents: sum(paidOut.map(({ amountCents, paidCents }) => amountCents - paidCents)),
          due: dueOf(paidOut, owedCents),
          lastPayment: last ? { day: last.day, cents: last.cents } : null,
        },
      ];
    }),
  );
}

/** Due amounts, the oldest instalment first, at most the balance. */
function dueOf(instalments: readonly Instalment[], owedCents: number): Facts["due"] {
  let left = Math.max(0, owedCents);
  return instalments
    .filter(({ amountCents, paidCents }) => paidCents < amountCents)
    .flatMap(({ day, amountCents, paidCents }) => {
      const cents = Math.min(left, amountCents - paidCents);
      left -= cents;
      return cents > 0 ? [{ day, cents }] : [];
    });
}

const holds = ({ state, cents, lineItemType, modeOfPayment }: Payment): boolean =>
  isPaid(state) &&
  cents > 0 &&
  (lineItemType === null ||
    (!NO_PAYMENT.has(lineItemType) &&
      takesMoney({ lineItemType, modeOfPayment, paymentType: "DEBIT" } as Parameters<typeof takesMoney>[0])));

export const pastDueCents = ({ due }: Facts, today: string): number =>
  sum(due.filter(({ day }) => day < today).map(({ cents }) => cents));
