import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runHere } from "../testing/run-program.ts";
import { command } from "./restore.ts";

const folder = mkdtempSync(path.join(tmpdir(), "countinghouse-restore-"));

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
  const there = await runHere(command, [], env);
  expect(there).toMatchObject({ code: 1, stderr: "There is no backup here.\n" });
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
  const ahead = await runHere(command, [], env).finally(() => clock.mockRestore());
  expect(ahead).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The clock of this machine is \d+ s ahead/),
  });
});
