import { describe, expect, it } from "vitest";
import { runCommand } from "../long/run-command.ts";
import { whyNotImages } from "./buildah.ts";

describe.skipIf(whyNotImages() !== null)("npm run image:test", () => {
  it("builds the image, starts it as web and worker, signs in and stops it", {
    timeout: 3_600_000,
  }, async () => {
    const { exitCode, all } = await runCommand("npm run image:test");
    expect(all.trimEnd()).toMatch(/\d+ MB beyond the base, signed in through the image, 0 problems$/);
    expect(exitCode).toBe(0);
  });
});

describe.runIf(whyNotImages() !== null)("npm run image:test", () => {
  it("says what is missing", async () => {
    const { exitCode, all } = await runCommand("npm run image:test");
    expect([exitCode, all.trim()]).toEqual([1, whyNotImages()]);
  });
});
