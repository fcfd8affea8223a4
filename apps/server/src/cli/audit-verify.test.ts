import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { linkAuditEvents } from "@countinghouse/api/audit-chain";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { debtor } from "@countinghouse/api/testing/payable";
import { payment, record } from "@countinghouse/api/testing/payments";
import { afterAll, beforeAll, expect, it } from "vitest";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ connections: 2 });
});
afterAll(() => api.close());

/** Runs the command with nothing but the address of the database. */
function run(url = api.database.url): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = fileURLToPath(new URL("audit-verify.ts", import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env: { DATABASE_URL: url } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** Changes what the guards would keep. */
const unguarded = (sql: string) =>
  api.database.pool.query(
    `ALTER TABLE audit_event DISABLE TRIGGER ALL; ALTER TABLE audit_unlinked DISABLE TRIGGER ALL; ${sql};
     ALTER TABLE audit_event ENABLE TRIGGER ALL; ALTER TABLE audit_unlinked ENABLE TRIGGER ALL`,
  );

it("says how much it verified, what waits to be linked and for how long, and fails on what it finds", async () => {
  const { id } = await debtor(api);
  await record(api, payment(id));
  await linkAuditEvents(api.database);
  await record(api, payment(id));
  expect(await run()).toEqual({
    code: 0,
    stdout: "1 events linked, 1 waiting to be linked, 0 findings\n",
    stderr: "",
  });
  await unguarded("UPDATE audit_unlinked SET since = now() - interval '2 minutes'");
  expect(await run()).toEqual({
    code: 1,
    stdout:
      "1 have waited for more than a minute: does no worker run?\n1 events linked, 1 waiting to be linked, 0 findings\n",
    stderr: "",
  });
  await linkAuditEvents(api.database);
  await unguarded("UPDATE audit_event SET actor = 'admin:someone-else' WHERE id = 1");
  expect(await run()).toEqual({
    code: 1,
    stdout: "Event 1 is not what was written.\n2 events linked, 0 waiting to be linked, 1 findings\n",
    stderr: "",
  });
});

it("says what is missing, and fails where there is no database", async () => {
  expect(await run("")).toMatchObject({ code: 1, stderr: "The setting DATABASE_URL is missing.\n" });
  expect(await run("postgresql://postgres@127.0.0.1:1/none")).toMatchObject({ code: 1, stdout: "" });
});
