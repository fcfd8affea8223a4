/** Of a hundred customers who reached a phase, those who are funded, to one decimal; null where nobody reached it. */
export const convertedRatio = (funded: number, reached: number): number | null =>
  reached === 0 ? null : Math.round((funded * 1_000) / reached) / 10;
