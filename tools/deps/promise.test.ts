import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  DAYS_TO_MEND,
  DAYS_TO_UPDATE,
  findWeaknesses,
  SEVERITIES,
  tellOutdated,
  tellWeakness,
} from "./promise.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

it("the days stand in SECURITY.md as they are held here", () => {
  const page = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
  for (const severity of SEVERITIES)
    expect(page).toMatch(new RegExp(`^\\| ${severity} \\| ${DAYS_TO_MEND[severity]} days \\|`, "m"));
  expect(page).toContain(`within ${DAYS_TO_UPDATE} days`);
});

it.each(SEVERITIES)(
  "a weakness that is %s is beyond its days the day after, and where nobody says since when",
  (severity) => {
    const told = (created?: string) => {
      const advisory = { module_name: "left", severity, title: "It leaks.", ...(created && { created }) };
      const [weakness] = findWeaknesses({ advisories: { 1: advisory } });
      if (weakness === undefined) throw new Error("There is none.");
      return tellWeakness(weakness, NOW);
    };
    expect(told(daysAgo(DAYS_TO_MEND[severity])).isBeyond).toBe(false);
    expect(told(daysAgo(DAYS_TO_MEND[severity] + 1))).toEqual({
      isBeyond: true,
      line: `left: ${severity}, known for ${DAYS_TO_MEND[severity] + 1} days, mended within ${DAYS_TO_MEND[severity]}: It leaks.`,
    });
    expect(told().isBeyond).toBe(true);
  },
);

it("a weakness of no severity that is known counts as the worst", () => {
  const advisory = { module_name: "left", severity: "grave", title: "It leaks." };
  expect(findWeaknesses({ advisories: { 1: advisory } })[0]?.severity).toBe("critical");
});

it("a release is beyond its days by the first whole one that followed it, not by the newest", () => {
  const left = { current: "1.2.3", latest: "2.0.0", isDeprecated: false };
  const times = (first: number) => ({
    modified: daysAgo(1),
    "1.2.3": daysAgo(900),
    "1.1.9": daysAgo(500),
    "1.3.0-beta.1": daysAgo(800),
    "1.2.10": daysAgo(first),
    "2.0.0": daysAgo(1),
  });
  expect(tellOutdated("left", left, times(180), NOW).isBeyond).toBe(false);
  expect(tellOutdated("left", left, times(181), NOW)).toEqual({
    isBeyond: true,
    line: "left 1.2.3: 2.0.0 is there, a newer one for 181 days",
  });
  expect(tellOutdated("@playwright/test", left, times(181), NOW).isBeyond).toBe(false);
});

it("what its makers have given up is beyond", () => {
  const given = { current: "1.2.3", latest: "1.2.3", isDeprecated: true };
  expect(tellOutdated("left", given, {}, NOW)).toEqual({
    isBeyond: true,
    line: "left 1.2.3: its makers have given it up",
  });
});
