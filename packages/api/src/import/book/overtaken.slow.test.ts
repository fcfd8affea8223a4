import { afterAll, beforeAll, expect, it } from "vitest";
import { lockUser } from "../../locks.ts";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";
import { oweIn } from "../../testing/payable.ts";
import { waitingForLocks } from "../../testing/waiting.ts";

let api: TestApi;
let folder: ImportFolder;
beforeAll(async () => {
  api = await createTestApi();
  folder = await openImportFolder(api);
});
afterAll(async () => {
  await api.close();
  folder.remove();
});

it("ends where the money of a customer moved after the plan, and refuses the balance the next time", async () => {
  const bring = async (balance: string) => {
    const users = `externalId,firstName,lastName,email,ssn,balance\n1,Ana,Reyes,ana@example.com,878-05-1120,${balance}\n`;
    const { book } = await folder.importSheets({ users }, { source: "moved" });
    return book?.refused.length ?? 0;
  };
  await bring("");
  const { id } = await api.database.read.user.findFirstOrThrow({ where: { importKey: "moved:1" } });
  let brought: Promise<unknown> = Promise.resolve();
  await api.database.unsafeTransaction(async (tx) => {
    await lockUser(tx, id);
    brought = bring("700.00").catch((error: Error) => error.message);
    await waitingForLocks(api, 1);
    await oweIn(tx, api, id, 20_000);
  });
  expect(await brought).toBe(
    `The money of customer ${id} was changed while this import ran. The import ended there. Start it again: what it wrote stays.`,
  );
  expect(await bring("700.00")).toBe(1);
  const { rows } = await api.database.pool.query(
    "SELECT sum(e.amount_cents)::float8 AS cents FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id WHERE a.user_id = $1",
    [id],
  );
  expect(rows).toEqual([{ cents: 20_000 }]);
});
