import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createMemoryStorage, type MemoryStorage } from "../testing/memory-storage.ts";
import { debtor } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import { linkChains } from "./chains.ts";
import { checkNightly, createChainKeeper, lastCheck } from "./check.ts";
import { HEADS_FOLDER, keepHeads } from "./heads.ts";

let api: TestApi;
let storage: MemoryStorage;
beforeEach(async () => {
  api = await createTestApi({ connections: 4 });
  storage = createMemoryStorage();
  api.services.ports.objectStorage = storage;
  const { id } = await debtor(api);
  await record(api, payment(id));
  await linkChains({ db: api.database, vault: api.vault });
  await keepHeads({ db: api.database, vault: api.vault, storage }, api.clock.now(), null);
});
afterEach(() => api.close());

const check = () => checkNightly(api.services);
const kept = () => api.database.read.chainCheck.findMany({ orderBy: { day: "asc" } });
/** Moves the clock to this time of the next day in New York, in winter. */
function toHour(hour: number): void {
  const next = new Date(api.clock.now());
  next.setUTCDate(next.getUTCDate() + 1);
  next.setUTCHours(hour + 5, 0, 0, 0);
  api.clock.advance({ seconds: (next.getTime() - api.clock.now().getTime()) / 1000 });
}

it("audit and ledger are checked once a night from three o'clock on, by whoever comes first", async () => {
  toHour(2);
  expect(await check()).toBeNull();
  toHour(3);
  await Promise.all([check(), check()]);
  expect(await check()).toBeNull();
  expect(await kept()).toMatchObject([{ findings: 0, first: "", linked: 3n }]);
  toHour(4);
  await check();
  expect(await kept()).toHaveLength(2);
});

it("what is found is an error in the log, and stands on the System page", async () => {
  await api.asOwner(
    "BEGIN; SET LOCAL session_replication_role = replica; UPDATE audit_event SET actor = 'admin:forged'; COMMIT",
  );
  const error = vi.spyOn(api.services.log, "error");
  toHour(3);
  await check();
  const first = expect.stringMatching(/^Event \d+ is not what was written\.$/);
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ findings: 1, first }),
    "the audit or the ledger was tampered with",
  );
  const { standing } = await (await api.as("SUPERADMIN")).system.get();
  expect(standing.chainCheck).toEqual({ checkedAt: api.clock.now(), findings: 1, first });
});

it("of a database in recovery, or one that was not compared since it changed, no head is kept; after that they are again", async () => {
  const keeper = createChainKeeper(api.services);
  api.clock.advance({ seconds: 60 });
  const heads = () => [...storage.objects.keys()].filter((key) => key.startsWith(HEADS_FOLDER));
  await api.asOwner(
    "UPDATE environment SET state = 'RECOVERY', reasons = '{LOST_WRITES}', recovery_since = now()",
  );
  await keeper.keepHeads();
  await api.asOwner(
    "UPDATE environment SET state = 'NORMAL', reasons = '{}', recovery_since = NULL, verified_instance = 'another'",
  );
  await keeper.keepHeads();
  expect(heads()).toHaveLength(1);
  await api.asOwner("UPDATE environment SET verified_instance = database_instance()");
  await keeper.keepHeads();
  expect(heads()).toHaveLength(2);
});

it("an unsigned record of any day does not count as a check", async () => {
  toHour(3);
  await api.asOwner(
    "INSERT INTO chain_check (day, checked_at, linked, findings, first) SELECT current_date + n, now() + n * interval '1 day', 0, 0, '' FROM generate_series(-400, 400) n",
  );
  expect(await lastCheck({ db: api.database.read, vault: api.vault }, api.clock.now())).toBeNull();
  expect(await check()).toMatchObject({ findings: [] });
  expect(await check()).toBeNull();
  await api.asOwner("UPDATE chain_check SET findings = 7 WHERE mac IS NOT NULL");
  expect(await lastCheck({ db: api.database.read, vault: api.vault }, api.clock.now())).toBeNull();
  expect(await check()).toMatchObject({ findings: [] });
});
