import {
  SIMILAR_RECORD_KINDS,
  type SimilarRecordKind,
} from "@countinghouse/validators/similar-records/rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { plantRows, readPreparedScans, readScans } from "../testing/plans.ts";
import { FUNDED_BALANCES, SIMILAR_RECORDS } from "./statements.ts";

const USERS = 8_000;
/** One of those of whom everything is known. */
const SOMEONE = 2_000;
/** So many phones, addresses and so on they have between them: some share one. */
const SHARED = 1_600;

/** The index by which those who share it are found. */
const INDEXES: Record<SimilarRecordKind, string> = {
  accounts: "bank_account_number_index_idx",
  debitCards: "card_token_index_idx",
  addresses: "users_address_look_up",
  phones: "users_phone_id_idx",
  ssns: "users_ssn_index_idx",
  companyNames: "users_company_look_up",
  einTaxes: "users_ein_index_idx",
};

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const plant = (sql: string) => plantRows(api, sql);
  await plant(
    `INSERT INTO users (phone, current_address, zipcode, company_name, ssn_index, ein_index)
     SELECT (2000000000 + n % ${SHARED})::text, n % ${SHARED} || ' Main St', '10013', 'Shop ' || n % ${SHARED},
            decode(md5((n % ${SHARED})::text), 'hex'), decode(md5((n % ${SHARED})::text), 'hex')
     FROM generate_series(1, ${USERS / 4}) AS n`,
  );
  // Most of an imported list: people of whom none of it is known.
  await plant(`INSERT INTO users (firstname) SELECT 'Known' FROM generate_series(1, ${(USERS * 3) / 4})`);
  await plant("INSERT INTO application (user_id, expires_at) SELECT id, now() FROM users");
  await plant("INSERT INTO user_balance (user_id, balance_cents) SELECT id, 1000 FROM users");
  await plant(
    "INSERT INTO bank_link (user_id, institution_id, institution_name) SELECT id, 'ins_1', 'First Bank' FROM users",
  );
  await plant(
    `INSERT INTO bank_account
       (bank_link_id, user_id, provider_account_id, name, number_sealed, number_index, mask, routing)
     SELECT id, user_id, 'acc-' || id, 'Checking', '', decode(md5((id % ${(USERS * 3) / 4})::text), 'hex'), '0000', '021000021' FROM bank_link`,
  );
  await plant(
    `INSERT INTO card (user_id, token_sealed, token_index, last4, expiry, card_name)
     SELECT id, '', decode(md5((id % ${(USERS * 3) / 4})::text), 'hex'), '4242', '0929', 'Name' FROM users`,
  );
  await api.asOwner("VACUUM ANALYZE");
});
afterAll(() => api.close());

const fullScans = (scans: string[]) => scans.filter((scan) => scan.startsWith("Seq Scan"));

it.each(SIMILAR_RECORD_KINDS)(
  "among many users those who share %s are found by an index alone",
  async (kind) => {
    const scans = await readScans(api, SIMILAR_RECORDS[kind].text, [SOMEONE, 51]);
    expect(fullScans(scans)).toEqual([]);
    expect(scans.join("\n")).toContain(INDEXES[kind]);
  },
);

it.each(SIMILAR_RECORD_KINDS)(
  "a look-up of %s that was prepared goes through its index too",
  async (kind) => {
    const scans = await readPreparedScans(api, SIMILAR_RECORDS[kind].text);
    expect(fullScans(scans)).toEqual([]);
    expect(scans.join("\n")).toContain(INDEXES[kind]);
  },
);

it("among many users the funded balances are found by indexes alone, also when prepared", async () => {
  expect(fullScans(await readScans(api, FUNDED_BALANCES.text, [SOMEONE]))).toEqual([]);
  expect(fullScans(await readPreparedScans(api, FUNDED_BALANCES.text))).toEqual([]);
});

it("without its index a look-up would be seen to scan the table", async () => {
  await api.asOwner("DROP INDEX users_ssn_index_idx");
  expect(fullScans(await readScans(api, SIMILAR_RECORDS.ssns.text, [SOMEONE, 51]))).toEqual([
    "Seq Scan users",
  ]);
});
