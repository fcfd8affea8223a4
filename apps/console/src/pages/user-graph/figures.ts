/** "1,234". */
export const countText = (count: number): string => count.toLocaleString("en-US");

/** A part of 1 as percent with one decimal: "62.5%". */
export const percentText = (share: number): string =>
  share.toLocaleString("en-US", {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

/** "2.14". */
export const ratioText = (ratio: number): string =>
  ratio.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace("-", "−");

/** Positive numbers are green, all others red (specification 2, section 2). */
export const amountTone = (value: number): string => (value > 0 ? "text-money-in" : "text-money-out");

/** What went in and out of the account, both counted as they are large. */
export const movedCents = ({ inflow, outflow }: Record<"inflow" | "outflow", { cents: number }>): number =>
  inflow.cents - outflow.cents;
