import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createMemoryStorage } from "../testing/memory-storage.ts";
import { debtor } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import { linkChains } from "./chains.ts";
import { checkNightly } from "./check.ts";

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ connections: 4 });
  api.services.ports.objectStorage = createMemoryStorage();
  const { id } = await debtor(api);
  await record(api, payment(id));
  await linkChains({ db: api.database, vault: api.vault });
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
