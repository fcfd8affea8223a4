import { z } from "zod";
import { ChargebackFilters } from "../chargebacks/schemas.ts";
import { DeadlineName, ListDeadlines } from "../deadlines/schemas.ts";
import { RowId } from "../paging.ts";
import { SCHEDULES_DUE } from "../payment-schedules/rules.ts";
import { freeText, requiredText } from "../text.ts";
import { UserFilters, UserId } from "../users/schemas.ts";

/** Rows that are named one by one, to be taken or left out. */
const MOST_NAMED = 5_000;

/** Whose customers: rows that were selected one by one, or all that a list shows but some. */
export const CustomerSource = z.discriminatedUnion("list", [
  z.strictObject({
    list: z.literal("chosen"),
    /** The title of the list they were selected in. */
    from: requiredText("List", 80),
    userIds: z.array(UserId).min(1).max(MOST_NAMED),
  }),
  z.strictObject({
    list: z.literal("users"),
    query: freeText(200).default(""),
    filters: UserFilters,
    except: z.array(UserId).max(MOST_NAMED).default([]),
  }),
  z.strictObject({
    list: z.literal("payment-schedules"),
    due: z.enum(SCHEDULES_DUE),
    /** Ids of scheduled payments. */
    except: z.array(RowId).max(MOST_NAMED).default([]),
  }),
  z.strictObject({
    list: z.literal("chargebacks"),
    filters: ChargebackFilters,
    /** Ids of reports. */
    except: z.array(z.uuid()).max(MOST_NAMED).default([]),
  }),
  z.strictObject({
    list: z.literal("deadlines"),
    filters: ListDeadlines,
    except: z.array(DeadlineName).max(MOST_NAMED).default([]),
  }),
  z.strictObject({
    list: z.literal("loans-ledger"),
    /** Ids of lines. */
    except: z
      .array(z.string().regex(/^[0-9]{1,18}$/))
      .max(MOST_NAMED)
      .default([]),
  }),
]);
export type CustomerSource = z.infer<typeof CustomerSource>;

/** Keeps these customers as they are now; `expected` is how many rows were shown to match. */
export const FreezeCustomers = z.strictObject({
  of: CustomerSource,
  expected: z.number().int().min(1).max(2_147_483_647),
});
export type FreezeCustomers = z.infer<typeof FreezeCustomers>;

export const CustomerListId = z.uuid();
export const GetCustomerList = z.strictObject({ id: CustomerListId });
export type GetCustomerList = z.infer<typeof GetCustomerList>;
