import { createHash } from "node:crypto";

/** A stream of numbers that is the same for the same seed text. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  /** One of a list that has one at least. */
  pick<T>(list: readonly T[]): T;
}

/** The stream of a text, e.g. of an id: what is made up about the id then never changes. */
export function createRandom(seed: string): Random {
  let state = digest(seed).readUInt32LE(0);
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const picked = list.at(int(0, list.length - 1));
      if (picked === undefined) throw new RangeError("There is nothing to pick from.");
      return picked;
    },
  };
}

/** A UUID; always the same for the same text. */
export function makeUuid(seed: string): string {
  const hex = digest(seed).toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
