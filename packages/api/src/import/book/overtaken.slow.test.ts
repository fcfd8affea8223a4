import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lockUser } from "../../lock-user.ts";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { oweIn } from "../../testing/payable.ts";
import { waitingForLocks } from "../../testing/waiting.ts";
import { importFiles } from "../run-import.ts";

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await createTestApi();
  folder = mkdtempSync(path.join(os.tmpdir(), "import-overtaken-"));
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

it("ends where the money of a customer moved after the plan, and refuses the balance the next time", async () => {
  const { id: adminId } = await api.admin("SUPERADMIN");
  const { email } = await api.database.read.admin.findUniqueOrThrow({ where: { id: adminId } });
  const file = path.join(folder, "users.csv");
  const bring = async (balance: string) => {
    writeFileSync(
      file,
      `externalId,firstName,lastName,email,ssn,balance\n1,Ana,Reyes,ana@example.com,878-05-1120,${balance}\n`,
    );
    const { database: db, vault, clock } = api;
    const { book } = await importFiles({
      files: [file],
      source: "moved",
      email,
      db,
      vault,
      now: clock.now,
      dryRun: false,
    });
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
