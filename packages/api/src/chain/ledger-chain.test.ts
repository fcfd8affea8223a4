import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { debtor } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import { linkChains } from "./chains.ts";
import { LEDGER_CHAIN } from "./ledger-chain.ts";
import { verifyChain } from "./verify-chain.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ connections: 4 });
});
afterAll(() => api.close());

const verify = () => verifyChain(LEDGER_CHAIN, api.database.read, api.vault);
const link = () => linkChains({ db: api.database, vault: api.vault });

/** A transaction that somebody writes who has no key, with the guards on. */
async function byHand(): Promise<string> {
  const { rows } = await api.database.pool.query<{ id: string }>(
    `WITH added AS (INSERT INTO ledger_transaction (id, kind, effective_on) VALUES (gen_random_uuid(), 'by-hand', now()) RETURNING id),
       entries AS (INSERT INTO ledger_entry (transaction_id, account_id, amount_cents)
         SELECT added.id, a.id, CASE n WHEN 1 THEN 100 ELSE -100 END
         FROM added, (SELECT id, row_number() OVER (ORDER BY id) AS n FROM ledger_account LIMIT 2) a RETURNING 1)
     SELECT id::text AS id FROM added`,
  );
  return rows[0]?.id ?? "";
}

it("what was posted before transactions were signed is linked as it stands, before what is signed", async () => {
  const { id } = await debtor(api);
  await api.asOwner(
    "BEGIN; SET LOCAL session_replication_role = replica; UPDATE ledger_transaction SET key_id = NULL, signature = NULL; COMMIT",
  );
  await record(api, payment(id));
  expect(await verify()).toEqual([]);
  await link();
  const { rows } = await api.database.pool.query<{ signed: boolean }>(
    "SELECT t.key_id IS NOT NULL AS signed FROM ledger_link l JOIN ledger_transaction t ON t.id = l.transaction_id ORDER BY l.position",
  );
  expect(rows.map(({ signed }) => signed)).toEqual([false, true]);
  expect(await verify()).toEqual([]);
});

it("what the owner of the database posts with the guards on is found, linked or not", async () => {
  const id = await byHand();
  expect(await verify()).toEqual([{ id, what: "unsigned" }]);
  await link();
  expect(await verify()).toEqual([{ id, what: "unsigned" }]);
});
