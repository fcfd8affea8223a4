import { whyNotInOneJob } from "@countinghouse/validators/customer-lists/rules";
import type { AdminCtx } from "../context.ts";
import { keptCustomers } from "../customer-lists/service.ts";
import { refuseWhen } from "../errors.ts";

/** The customers of a kept list, of which a job is to be made. Throws NOT_FOUND, and RULE for more than a job takes. */
export async function customersForJob(ctx: Pick<AdminCtx, "db">, listId: string): Promise<number[]> {
  const userIds = await keptCustomers(ctx, listId);
  refuseWhen(whyNotInOneJob(userIds.length));
  return userIds;
}
