/** A stream of numbers that is the same for the same seed: demonstration data must not change between runs. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the values, each as often as its weight says. */
  weighted<T>(list: readonly (readonly [value: T, weight: number])[]): T;
}

/** Makes the stream of `seed` (mulberry32: fast, and good enough for what is only to look real). */
export const createRandom = (seed: number): Random => new SeededRandom(seed);

class SeededRandom implements Random {
  #state: number;

  constructor(seed: number) {
    this.#state = scatter(scatter(seed));
  }

  next(): number {
    const state = (this.#state + 0x6d2b79f5) >>> 0;
    this.#state = state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return elementAt(list, this.int(0, list.length - 1));
  }

  weighted<T>(list: readonly (readonly [value: T, weight: number])[]): T {
    let sum = 0;
    for (const [, weight] of list) sum += weight;
    const drawn = this.next() * sum;
    let reached = 0;
    for (const [value, weight] of list) {
      reached += weight;
      if (drawn < reached) return value;
    }
    return elementAt(list, list.length - 1)[0];
  }
}

/** A version 7 UUID at a moment: its time is the moment's, its random part the stream's. */
export function uuidAt(random: Random, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  const word = (): string => random.int(0, 0xffff).toString(16).padStart(4, "0");
  const version = (0x7000 | random.int(0, 0xfff)).toString(16);
  const variant = (0x8000 | random.int(0, 0x3fff)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${word()}${word()}${word()}`;
}

/** Makes neighbouring seeds begin far apart (the finalizer of MurmurHash3). */
function scatter(seed: number): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError("There is nothing to pick from.");
  return element;
}
