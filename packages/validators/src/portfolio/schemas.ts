import { z } from "zod";
import { isCalendarDate } from "../new-york.ts";
import { pageLimit } from "../paging.ts";
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

const isCents = (text: string): boolean => /^-?\d{1,18}$/.test(text);
/** As PostgreSQL writes a moment. */
const isMoment = (text: string): boolean =>
  isCalendarDate(text.slice(0, 10)) &&
  /^.{10} ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/.test(text);

/** What the rows of a figure are in the order of. */
const IS_VALUE: Readonly<Record<PortfolioFigure["figure"], (text: string) => boolean>> = {
  outstanding: isCents,
  credit: isCents,
  "past-due": isCents,
  week: isCalendarDate,
  roll: isCalendarDate,
  vintage: isMoment,
};

/** One page of the rows behind a figure. The cursor is the place of the last row seen. */
export const ListPortfolioRows = z
  .strictObject({
    of: PortfolioFigure,
    cursor: z.strictObject({ value: z.string().max(100), key: z.string().regex(/^\d{1,18}$/) }).nullable(),
    limit: pageLimit(PORTFOLIO_PAGE),
  })
  .refine(({ of, cursor }) => cursor === null || IS_VALUE[of.figure](cursor.value), {
    path: ["cursor", "value"],
  });
export type ListPortfolioRows = z.infer<typeof ListPortfolioRows>;
