import { z } from "zod";
import { isCalendarDate } from "../new-york.ts";
import { pageLimit } from "../paging.ts";
import { storableText } from "../text.ts";
import { PAST_DUE_KEYS, PORTFOLIO_PAGE, ROLL_KEYS, WEEK_PARTS } from "./rules.ts";

const Day = z.string().refine(isCalendarDate);

/** A figure of the overview, whose rows are asked for. */
export const PortfolioFigure = z.discriminatedUnion("figure", [
  z.strictObject({ figure: z.literal("outstanding") }),
  z.strictObject({ figure: z.literal("credit") }),
  z.strictObject({ figure: z.literal("past-due"), bucket: z.enum(PAST_DUE_KEYS) }),
  z.strictObject({ figure: z.literal("week"), week: Day, part: z.enum(WEEK_PARTS) }),
  z.strictObject({ figure: z.literal("roll"), step: z.enum(ROLL_KEYS) }),
  z.strictObject({ figure: z.literal("vintage"), month: Day }),
]);
export type PortfolioFigure = z.infer<typeof PortfolioFigure>;

/** One page of the rows behind a figure. The cursor is the place of the last row seen. */
export const ListPortfolioRows = z.strictObject({
  of: PortfolioFigure,
  cursor: z.strictObject({ value: storableText().max(100), key: storableText().max(100) }).nullable(),
  limit: pageLimit(PORTFOLIO_PAGE),
});
export type ListPortfolioRows = z.infer<typeof ListPortfolioRows>;
