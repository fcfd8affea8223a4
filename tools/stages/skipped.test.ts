import { expect, it } from "vitest";
import { skippedLines } from "./skipped.ts";

const FILES: Readonly<Record<string, string>> = {
  "one.test.ts": 'describe.skipIf(isMissing("cluster"))("three nodes", () => {});',
  "two.test.ts": 'describe.skipIf(isMissing("pgbouncer"))("a pooler", () => {});',
  "three.test.ts": 'it.runIf(process.platform === "linux")("has a machine id", () => {});',
};

it("names each missing package once, with the test files that were skipped for it", () => {
  const skipped = Object.keys(FILES).map((file, index) => ({ file, count: index + 1 }));
  const missing = (need: string) => (need === "cluster" ? ["no patroni", "no pgbouncer"] : ["no pgbouncer"]);
  expect(skippedLines(skipped, (file) => FILES[file] ?? "", missing)).toEqual([
    "no patroni: one.test.ts (1)",
    "no pgbouncer: one.test.ts (1), two.test.ts (2)",
    "a condition in the file does not hold here: three.test.ts (3)",
  ]);
});

it("gives the condition in the file as the reason where the need is met", () => {
  const read = () => 'it.runIf(isMissing("cluster"))("lists what is missing", () => {});';
  expect(skippedLines([{ file: "one.test.ts", count: 1 }], read, () => [])).toEqual([
    "a condition in the file does not hold here: one.test.ts (1)",
  ]);
});
