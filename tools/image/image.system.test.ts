import { describe, expect, it } from "vitest";
import { isMissing, missingParts } from "../../apps/sandbox/src/testing/needs.ts";
import { runCommand } from "../long/run-command.ts";

describe.skipIf(isMissing("image"))("npm run tool -- image", () => {
  it("builds the image, starts it as web and worker, signs in and stops it", {
    timeout: 3_600_000,
  }, async () => {
    const { exitCode, all } = await runCommand("npm run tool -- image");
    expect(all.trimEnd()).toMatch(/\d+ MB beyond the base, signed in through the image, 0 problems$/);
    expect(exitCode).toBe(0);
  });
});

describe.runIf(isMissing("image"))("npm run tool -- image", () => {
  it("says what is missing", async () => {
    const { exitCode, all } = await runCommand("npm run tool -- image");
    expect([exitCode, all.trim()]).toEqual([1, missingParts("image").join("\n")]);
  });
});
