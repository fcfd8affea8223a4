/** A number as people read it: 12,345. */
export const count = (number: number): string => number.toLocaleString("en-US");
