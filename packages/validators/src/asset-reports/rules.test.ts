import { expect, it } from "vitest";
import { type AssetReportFacts, formatGmt, whyNotRequestAssetReport } from "./rules.ts";

const NOW = new Date("2026-11-20T15:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const whyNot = (facts: Partial<AssetReportFacts>) =>
  whyNotRequestAssetReport({ links: 1, newest: null, now: NOW, ...facts });

it("a report can be requested when there is none, when one came, and when one failed", () => {
  expect(whyNot({})).toBeNull();
  expect(whyNot({ newest: { state: "READY", requestedAt: minutesAgo(1) } })).toBeNull();
  expect(whyNot({ newest: { state: "ERROR", requestedAt: minutesAgo(1) } })).toBeNull();
});

it("a second report is not requested while the first is on its way, unless nobody waits for that any more", () => {
  const newest = (minutes: number) => ({ state: "PENDING" as const, requestedAt: minutesAgo(minutes) });
  expect(whyNot({ newest: newest(14) })).toBe("An asset report is already on its way.");
  expect(whyNot({ newest: newest(15) })).toBeNull();
});

it("no report can be requested without a bank link", () => {
  expect(whyNot({ links: 0 })).toBe("This customer has no bank link.");
});

it("an asset report tells its time in GMT", () => {
  expect(formatGmt(new Date("2026-07-01T04:05:06.789Z"))).toBe("2026-07-01 04:05:06 GMT");
});
