import { SearchProcessor } from "@countinghouse/validators/processor-transactions/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { readPreparedScans, readScans } from "../testing/plans.ts";
import { searchFor } from "./search-processor.ts";

let api: TestApi;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  const { asOwner } = api;
  const { rows: users } = await asOwner(
    "INSERT INTO users (firstname) SELECT 'Payer ' || n FROM generate_series(1, 1000) n RETURNING id",
  );
  userId = users[0]?.id ?? 0;
  // The rows get their final states directly: moving each one through its states would take most of the time.
  await asOwner("ALTER TABLE payment_intent DISABLE TRIGGER USER");
  await asOwner(
    `INSERT INTO payment_intent (id, user_id, kind, payment_type, business_key, amount_cents, state)
     SELECT gen_random_uuid(), ($1::int[])[1 + n % 1000], 'DEBIT', 'DEBIT', 'plan:' || n, 1000,
       CASE WHEN n IN (7, 8) THEN 'UNKNOWN' ELSE 'SUBMITTED' END::"PaymentState"
     FROM generate_series(1, 10000) n`,
    [users.map(({ id }) => id)],
  );
  await asOwner(
    `INSERT INTO payment_attempt (id, intent_id, sequence, provider, provider_key, provider_reference, sent_at, outcome)
     SELECT gen_random_uuid(), i.id, 1, 'payliance', 'k' || i.business_key, 'r' || i.business_key,
       timestamptz '2026-01-01' + row_number() OVER () * interval '20 minutes', 'SUBMITTED'
     FROM payment_intent i`,
  );
  await asOwner("VACUUM ANALYZE users, payment_intent, payment_attempt");
});
afterAll(() => api.close());

const LATER = { sentAt: new Date("2026-03-01T12:00:00Z"), id: "00000000-0000-7000-8000-000000000000" };

const toStatement = (filters: Parameters<typeof SearchProcessor.parse>[0]) =>
  searchFor(SearchProcessor.parse(filters));
const whole = (scans: string[]) => scans.filter((scan) => /^Seq Scan payment_/.test(scan));

describe("a search", () => {
  it.each([
    ["of everything", {}, "payment_attempt_sent"],
    ["of everything, further on", { cursor: LATER }, "payment_attempt_sent"],
    ["by days", { from: "2026-03-01", to: "2026-03-02" }, "payment_attempt_sent"],
    ["by a common state", { state: "SUBMITTED" }, "payment_attempt_sent"],
    ["by a rare state", { state: "UNKNOWN" }, "payment_intent_state_idx"],
    ["by a key", { reference: "kplan:9000" }, "payment_attempt_provider_key_key"],
    ["by a reference", { reference: "rplan:9000" }, "payment_attempt_provider_provider_reference_key"],
  ])("%s uses its index", async (_what, filters, index) => {
    const { statement, values } = toStatement(filters);
    const scans = await readScans(api, statement.text, values);
    expect(whole(scans)).toEqual([]);
    expect(scans.join("\n")).toContain(index);
  });

  it("of a user uses the index by user, on the first page and further ones", async () => {
    for (const cursor of [null, LATER]) {
      const { statement, values } = toStatement({ userId, cursor });
      const scans = await readScans(api, statement.text, values);
      expect(whole(scans)).toEqual([]);
      expect(scans.join("\n")).toMatch(/payment_intent_user_id_created_at_idx/);
    }
  });

  it("reads no whole table when one plan serves all values", async () => {
    const all = [{}, { cursor: LATER }, { userId }, { reference: "x" }, { from: "2026-03-01" }];
    for (const filters of all)
      expect(whole(await readPreparedScans(api, toStatement(filters).statement.text))).toEqual([]);
  });

  it("without its index reads a whole table", async () => {
    await api.asOwner("DROP INDEX payment_attempt_sent");
    const { statement, values } = toStatement({});
    expect(whole(await readScans(api, statement.text, values))).toContain("Seq Scan payment_attempt");
  });
});

it("gives each set of filters its own statement, with a name within PostgreSQL's limit", () => {
  const widest = { userId, reference: "x", from: "2026-03-01", to: "2026-03-02", cursor: LATER };
  const name = (state: "CHARGED_BACK" | "FAILED") => toStatement({ ...widest, state }).statement.name;
  expect(name("CHARGED_BACK").length).toBeLessThan(64);
  expect(name("CHARGED_BACK")).not.toBe(name("FAILED"));
});
