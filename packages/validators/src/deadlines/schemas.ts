import { z } from "zod";
import { UserId } from "../users/schemas.ts";
import { CLOCK_KINDS } from "./rules.ts";

const LONGEST_KEY = 200;

/** Names a deadline among all: its clock, a colon, and its key. */
export const DeadlineName = z.string().max(LONGEST_KEY);

/** Which deadlines are asked for: all, those of a kind, those of a customer. */
export const ListDeadlines = z.strictObject({
  kind: z.enum(CLOCK_KINDS).nullable().default(null),
  userId: UserId.nullable().default(null),
});
export type ListDeadlines = z.infer<typeof ListDeadlines>;
