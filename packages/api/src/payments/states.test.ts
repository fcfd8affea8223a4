import type { PaymentKind as StoredKind, PaymentState as StoredState } from "@countinghouse/db";
import type { PaymentKind } from "@countinghouse/validators/payments/kinds";
import {
  ENDED_FUNDING_STATES,
  FAILED_STATES,
  IMPORTED_STATES,
  PAID_STATES,
  PAYMENT_STATES,
  type PaymentState,
  toRowState,
  UNACCOUNTED_STATES,
  UNMOVED_STATES,
  UNPAID_STATES,
} from "@countinghouse/validators/payments/states";
import { afterAll, beforeAll, expect, expectTypeOf, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const ROWS = {
  name: "test.row-states",
  text: 'SELECT s::text AS state, payment_row_state(s)::text AS row FROM unnest(enum_range(NULL::"PaymentState")) s',
};

it("the database has the kinds and states of the code, and shows each state in a job row as the code does", async () => {
  expectTypeOf<StoredState>().toEqualTypeOf<PaymentState>();
  expectTypeOf<StoredKind>().toEqualTypeOf<PaymentKind>();
  const stored = await api.database.read.sql<{ state: PaymentState; row: string | null }>(ROWS, []);
  expect(stored.map(({ state }) => state).toSorted()).toEqual(Object.keys(PAYMENT_STATES).toSorted());
  for (const { state, row } of stored) expect({ state, row }).toEqual({ state, row: toRowState(state) });
});

const DEFINITIONS = {
  name: "test.state-definitions",
  text: `SELECT indexname::text AS name, indexdef AS text FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL SELECT tgname::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT conname::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c'
    UNION ALL SELECT proname::text, pg_get_functiondef(oid) FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'`,
};

/** PostgreSQL prints a list of an index or a trigger as an array of the type. A function keeps its text. */
const LIST = /ARRAY\[('\w+'::"PaymentState"(?:, '\w+'::"PaymentState")+)\]|\bIN \(('\w+'(?:,\s*'\w+')+)\)/g;

const sorted = (states: readonly string[]): string => states.toSorted().join(" ");

/** Returns the lists of payment states in a definition, each as its sorted names. */
const statesIn = (text: string): string[] =>
  Array.from(text.matchAll(LIST), ([, array, list]) =>
    Array.from(`${array ?? list}`.matchAll(/'(\w+)'/g), ([, state = ""]) => state),
  )
    .filter((states) => states.every((state) => state in PAYMENT_STATES))
    .map(sorted);

it("the database lists the states that the code lists for the same purpose", async () => {
  const definitions = await api.database.read.sql<{ name: string; text: string }>(DEFINITIONS, []);
  const found = definitions.flatMap(({ name, text }) =>
    [...new Set(statesIn(text))].map((states) => ({ name, states })),
  );
  const wanted = Object.entries({
    check_payment_intent_move: IMPORTED_STATES,
    check_refunds_within_sale: UNPAID_STATES,
    customer_payments: PAID_STATES,
    ended_before_import: IMPORTED_STATES,
    follow_new_payments: PAID_STATES,
    follow_payments: PAID_STATES,
    payment_intent_ended_out: UNMOVED_STATES,
    payment_intent_ended_payout: UNMOVED_STATES,
    payment_intent_failed: FAILED_STATES,
    payment_intent_follow: PAID_STATES,
    payment_intent_follow_new: PAID_STATES,
    payment_intent_one_live_funding: ENDED_FUNDING_STATES,
    payment_intent_one_open_for_schedule: UNACCOUNTED_STATES,
  }).map(([name, states]) => ({ name, states: sorted(states) }));
  expect(found.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(wanted);
});
