import { describe, expect, it } from "vitest";
import { isMissing, missingParts } from "../../apps/sandbox/src/testing/needs.ts";
import { runCommand } from "../long/run-command.ts";
import { unitLine } from "./units.ts";

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

it("reads from a unit what systemd would run", () => {
  const unit = [
    "User=countinghouse",
    "WorkingDirectory=/srv",
    "EnvironmentFile=/etc/a.env",
    "Environment=ROLE=web",
    "Environment=PORT=300%i",
    "ExecStart=/usr/bin/env node main.ts",
  ].join("\n");
  expect(unitLine({ read: () => unit }, "web@.service", "2")).toBe(
    "cd /srv && set -a && . /etc/a.env && exec /usr/bin/env ROLE=web PORT=3002 /usr/bin/env node main.ts",
  );
});
