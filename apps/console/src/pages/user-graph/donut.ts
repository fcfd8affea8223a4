export type Arc = {
  /** Where on the ring the part begins, and how much of it is its own: of 100. */
  start: number;
  length: number;
  /** Of the middle of the part, seen from the ring's centre. The first part begins at the top. */
  x: number;
  y: number;
};

/** How parts that make a whole lie on a ring of radius 1, clockwise. Parts below zero take no room. */
export function toArcs(parts: readonly number[]): Arc[] {
  const sizes = parts.map((part) => Math.max(0, part));
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  let start = 0;
  return sizes.map((size) => {
    const length = whole === 0 ? 0 : (size / whole) * 100;
    const middle = ((start + length / 2) / 100) * 2 * Math.PI;
    const arc = { start, length, x: Math.sin(middle), y: -Math.cos(middle) };
    start += length;
    return arc;
  });
}
