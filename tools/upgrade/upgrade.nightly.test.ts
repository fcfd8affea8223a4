import { expect, test } from "vitest";
import { runCommand } from "../long/run-command.ts";

test("the last release is upgraded to this one while it serves, and gone back to", {
  timeout: 1_800_000,
}, async () => {
  const { exitCode, all } = await runCommand("npm run upgrade:test -- --quick");
  expect(all.trimEnd()).toMatch(
    /, 0 failed calls$|Nothing was tried: say which commit it is with --from=REF\.$/,
  );
  expect(exitCode).toBe(0);
});
