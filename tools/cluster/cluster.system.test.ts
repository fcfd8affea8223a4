import { describe, expect, it } from "vitest";
import { isMissing, missingParts } from "../../apps/sandbox/src/testing/needs.ts";
import { runCommand } from "../long/run-command.ts";

const PATIENCE = { timeout: 1_800_000 };

describe.skipIf(isMissing("cluster"))("three nodes under Patroni", () => {
  it("npm run tool -- cluster starts them with a pooler, 2 web and 2 workers", PATIENCE, async () => {
    const { exitCode, all } = await runCommand("npm run tool -- cluster --once");
    expect(all.trimEnd()).toMatch(/2 web and 2 workers are well\.$/);
    expect(exitCode).toBe(0);
  });

  it(
    "payments go on when the leader is killed: none is doubled, and nothing acknowledged is lost",
    PATIENCE,
    async () => {
      const { exitCode, all } = await runCommand(
        "npm run storm -- --cluster --payments=40 --kills=4 --restarts=1",
      );
      expect(all).toMatch(/numbered writes were acknowledged, 0 lost/);
      expect(all.trimEnd()).toMatch(/\b0 doubled, 0 lost, \d+ kills, 1 leaders killed$/);
      expect(exitCode).toBe(0);
    },
  );
});

describe.runIf(isMissing("cluster"))("without the packages", () => {
  it("npm run tool -- cluster says what is missing", async () => {
    const { exitCode, all } = await runCommand("npm run tool -- cluster");
    expect([exitCode, all.trim()]).toEqual([1, missingParts("cluster").join("\n")]);
  });
});
