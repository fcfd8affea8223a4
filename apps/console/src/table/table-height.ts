/** The height of a table that reaches to the foot of the window, below so many rem of its page; never too low to read. */
export const heightBelow = (rem: number): string => `max(20rem, calc(100svh - ${rem}rem))`;
