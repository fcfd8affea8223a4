import { expect, it } from "vitest";
import { MIGRATES, type UpgradeReport } from "./play.ts";
import { describeUpgrade } from "./words.ts";

/** A migration that is from before the rules, for which the last release is to be stopped. */
const EARLIEST = "20261121000000_foundation";
const SAID = "old-web-1.log: a call failed";

const failedIn = (stage: string): UpgradeReport => ({
  stages: [{ stage, calls: 9, slowestMs: 20, failures: new Map([["users.get: 500", 1]]) }],
  migrations: { applied: [{ name: EARLIEST, seconds: 4 }], seconds: 5 },
  slowestDrainMs: 0,
  pressed: 1,
  judgement: {
    comparison: {
      paid: 1,
      kinds: new Map(),
      doubled: 0,
      lost: 0,
      wrongAmounts: 0,
      failed: 0,
      manual: 0,
      problems: [],
    },
    problems: [],
    findings: [],
  },
  isSigned: true,
  problems: [],
  errors: [SAID],
});

it("what processes said of calls that failed is a problem where the calls are, and not while the last release is to be stopped", () => {
  const [counted, forgiven] = ["this release serves", MIGRATES].map((stage) =>
    describeUpgrade(failedIn(stage)),
  );
  expect(counted?.problems).toEqual(["this release serves: 1 times users.get: 500", SAID]);
  expect(forgiven?.problems).toEqual([]);
  expect(forgiven?.lines).toContain(`${EARLIEST} took 4.0 s, with what it waited for`);
  expect(forgiven?.lines.at(-1)).toBe("9 calls, 0 failed calls");
});
