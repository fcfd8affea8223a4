import { describe, expect, it } from "vitest";
import { createTurns } from "./turns.ts";

/** Work that runs until the test ends it. */
function heldWork() {
  const held: (() => void)[] = [];
  let begun = 0;
  return {
    begun: () => begun,
    end: () => held.shift()?.(),
    work: () => {
      begun++;
      return new Promise<void>((resolve) => held.push(resolve));
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const unexpected = (error: unknown) => {
  throw error;
};

describe("turns", () => {
  it("that are requested while one runs are one turn after it", async () => {
    const { begun, end, work } = heldWork();
    const turns = createTurns(work, unexpected);
    const first = turns.next();
    await settled();
    const asked = Array.from({ length: 300 }, () => turns.next());
    await settled();
    expect(begun()).toBe(1);
    end();
    await first;
    await settled();
    expect(begun()).toBe(2);
    end();
    await Promise.all(asked);
    await settled();
    expect(begun()).toBe(2);
  });

  it("go on after one that fails, and its error is passed on", async () => {
    const told: unknown[] = [];
    let turn = 0;
    const turns = createTurns(
      () => (++turn === 1 ? Promise.reject(new Error("away")) : Promise.resolve()),
      (error) => told.push(error),
    );
    await turns.next();
    await turns.next();
    expect(told).toEqual([new Error("away")]);
    expect(turn).toBe(2);
  });

  it("that are stopped end with the current one, and begin no waiting one", async () => {
    const { begun, end, work } = heldWork();
    const turns = createTurns(work, unexpected);
    void turns.next();
    await settled();
    void turns.next();
    const stopped = turns.stop();
    let isOver = false;
    void stopped.then(() => {
      isOver = true;
    });
    await settled();
    expect(isOver).toBe(false);
    end();
    await stopped;
    expect(begun()).toBe(1);
    await turns.next();
    expect(begun()).toBe(1);
  });
});
