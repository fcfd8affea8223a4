import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runProgram } from "../testing/run-program.ts";

const folder = mkdtempSync(path.join(tmpdir(), "countinghouse-restore-"));
const AHEAD = "--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+60000";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 1 });
});
afterAll(async () => {
  await held.drop();
  rmSync(folder, { recursive: true });
});

it("refuses a machine whose clock differs from the database's before anything is restored", async () => {
  const env = {
    DATABASE_URL: held.url,
    BACKUP_KEY: Buffer.alloc(32, 1).toString("base64"),
    BACKUP_DIR: folder,
  };
  const there = await runProgram("restore", [], env);
  expect(there).toMatchObject({ code: 1, stderr: "There is no backup here.\n" });
  const ahead = await runProgram("restore", [], { ...env, NODE_OPTIONS: AHEAD });
  expect(ahead).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The clock of this machine is \d+ s ahead/),
  });
});
