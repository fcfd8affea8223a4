import { HeldUpError } from "@countinghouse/db";
import { expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import { inHalves } from "./in-halves.ts";

/** Writes no more than so many at once; what is held up writes nothing. */
function database(mostAtOnce: number, error: Error = new HeldUpError(null)) {
  const written: number[] = [];
  let calls = 0;
  const write = async (items: readonly number[]) => {
    calls += 1;
    if (items.length > mostAtOnce) throw error;
    written.push(...items);
  };
  return { written, write, calls: () => calls };
}

const AT_ONCE = { pauseMs: 0 };
const ITEMS = Array.from({ length: 11 }, (_, index) => index);

it.each([new HeldUpError(null), new DomainError("UNAVAILABLE", "Nothing was saved: try again.")])(
  "what is held up together is written in parts, each once and in their order: %s",
  async (error) => {
    const { written, write } = database(2, error);
    await inHalves(ITEMS, write, AT_ONCE);
    expect(written).toEqual(ITEMS);
  },
);

it("what is held up by itself is tried again, and told in the end", async () => {
  let left = 2;
  await inHalves(
    [1],
    async () => {
      if (left-- > 0) throw new HeldUpError(null);
    },
    AT_ONCE,
  );
  expect(left).toBe(-1);
  const { write, written, calls } = database(0);
  await expect(inHalves(ITEMS, write, AT_ONCE)).rejects.toThrow(HeldUpError);
  expect(written).toEqual([]);
  expect(calls()).toBe(10);
});

it("what is wrong is not tried again", async () => {
  const { write, calls } = database(0, new Error("wrong"));
  await expect(inHalves(ITEMS, write, AT_ONCE)).rejects.toThrow("wrong");
  expect(calls()).toBe(1);
});
