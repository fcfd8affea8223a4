import { createTestApi } from "@countinghouse/api/testing/harness";
import { createRandom } from "@countinghouse/db/seed/random";
import { expect, it } from "vitest";
import { startFuzzing } from "./testing/fuzzing.ts";
import { listPlaces, replacedAt } from "./testing/hostile-values.ts";

it("replaces the value at any place of an input, and no other value", () => {
  const input = { a: 1, b: { c: [2, 3] } };
  expect(listPlaces(input)).toEqual([["a"], ["b"], ["b", "c"], ["b", "c", "0"], ["b", "c", "1"]]);
  expect(replacedAt(input, ["b", "c", "1"], "x")).toEqual({ a: 1, b: { c: [2, "x"] } });
  expect(input).toEqual({ a: 1, b: { c: [2, 3] } });
});

it("answers hostile values in any field with a refusal or a valid answer", async () => {
  const api = await createTestApi();
  const fuzzing = await startFuzzing(api);
  try {
    const { sent, faults } = await fuzzing.play(createRandom(7), 300);
    expect([sent, faults]).toEqual([300, []]);
  } finally {
    await fuzzing.close();
    await api.close();
  }
});
