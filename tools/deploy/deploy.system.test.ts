import { describe, expect, it } from "vitest";
import { isMissing, missingParts } from "../../apps/sandbox/src/testing/needs.ts";
import { runCommand } from "../long/run-command.ts";

describe.skipIf(isMissing("machine"))("npm run tool -- deploy", () => {
  it("does on a machine with nothing on it what the documents say", { timeout: 3_600_000 }, async () => {
    const { exitCode, all } = await runCommand("npm run tool -- deploy");
    expect(all.trimEnd()).toMatch(/(\d+) of \1 steps of the documents work$/);
    expect(exitCode).toBe(0);
  });
});

describe.runIf(isMissing("machine"))("npm run tool -- deploy", () => {
  it("says what is missing", async () => {
    const { exitCode, all } = await runCommand("npm run tool -- deploy");
    expect([exitCode, all.trim()]).toEqual([1, missingParts("machine").join("\n")]);
  });
});
