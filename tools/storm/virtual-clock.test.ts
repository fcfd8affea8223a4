import { describe, expect, it } from "vitest";
import { createVirtualClock, secondsUntil } from "./virtual-clock.ts";

describe("the clock of a storm", () => {
  it("goes forward together with the sandbox's, in whole seconds", async () => {
    const told: number[] = [];
    const clock = createVirtualClock({
      advance: async (seconds) => {
        told.push(seconds);
        return new Date();
      },
    });
    const before = clock.now().getTime();
    await clock.advance(90);
    expect(told).toEqual([90]);
    expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(90_000);
  });

  it("knows how long it is until a time in New York, today or tomorrow", () => {
    const morning = new Date("2026-11-20T15:00:00Z"); // 10:00 in New York
    expect(secondsUntil("23:40", morning)).toBe((13 * 60 + 40) * 60);
    expect(secondsUntil("09:00", morning)).toBe(23 * 3600);
    expect(secondsUntil("10:00", morning)).toBe(24 * 3600);
  });
});
