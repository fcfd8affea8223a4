import { createTestApi } from "@countinghouse/api/testing/harness";
import { createRandom } from "@countinghouse/db/seed/random";
import { expect, it } from "vitest";
import { startFuzzing } from "./testing/fuzzing.ts";
import { listPlaces, replacedAt } from "./testing/hostile-values.ts";

it("every place of an input can be given another value, and no other changes", () => {
  const input = { a: 1, b: { c: [2, 3] } };
  expect(listPlaces(input)).toEqual([["a"], ["b"], ["b", "c"], ["b", "c", "0"], ["b", "c", "1"]]);
  expect(replacedAt(input, ["b", "c", "1"], "x")).toEqual({ a: 1, b: { c: [2, "x"] } });
  expect(input).toEqual({ a: 1, b: { c: [2, 3] } });
});

it("hostile values in any field are answered with a refusal, the same for the same seed", async () => {
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
