import { expect, test } from "vitest";
import { runCommand } from "../long/run-command.ts";
import { findLastRelease } from "./release.ts";

const isUnknown = typeof (await findLastRelease(undefined)) === "string";

test.skipIf(isUnknown)(
  "the last release is upgraded to this one while it serves, and gone back to",
  {
    timeout: 1_800_000,
  },
  async () => {
    const { exitCode, all } = await runCommand("npm run tool -- upgrade --quick");
    expect(all.trimEnd()).toMatch(/, 0 failed calls$/);
    expect(exitCode).toBe(0);
  },
);
