import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom, uuidAt } from "./random.ts";

it("the same seed makes the same stream, another seed another", () => {
  const draw = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

it("neighbouring seeds draw the whole range alike", () => {
  const drawn = Array.from({ length: 10_000 }, (_, seed) => createRandom(seed).int(0, 9));
  const shares = Array.from({ length: 10 }, (_, digit) => drawn.filter((each) => each === digit).length);
  expect(Math.min(...shares)).toBeGreaterThan(850);
  expect(Math.max(...shares)).toBeLessThan(1150);
});

it("a whole number lies between its bounds", () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(1000), fc.nat(1000), (seed, min, span) => {
      const drawn = createRandom(seed).int(min, min + span);
      expect(drawn).toBeGreaterThanOrEqual(min);
      expect(drawn).toBeLessThanOrEqual(min + span);
    }),
  );
});

it("a value without weight is never drawn", () => {
  const random = createRandom(1);
  const drawn = Array.from({ length: 200 }, () =>
    random.weighted([["never", 0] as const, ["always", 1] as const]),
  );
  expect(new Set(drawn)).toEqual(new Set(["always"]));
});

it("there is nothing to pick from an empty list", () => {
  expect(() => createRandom(1).pick([])).toThrow("There is nothing to pick from.");
});

it("a UUID is of version 7 and carries its moment", () => {
  const at = new Date("2026-03-10T15:00:00.123Z");
  const uuid = uuidAt(createRandom(1), at);
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16)).toBe(at.getTime());
});
