import type { PaymentKind as StoredKind, PaymentState as StoredState } from "@countinghouse/db";
import type { PaymentKind } from "@countinghouse/validators/payments/kinds";
import { PAYMENT_STATES, type PaymentState, toRowState } from "@countinghouse/validators/payments/states";
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
