import { UNKNOWN_LIST, whyNotFreeze } from "@countinghouse/validators/customer-lists/rules";
import type { FreezeCustomers, GetCustomerList } from "@countinghouse/validators/customer-lists/schemas";
import { customersTitle } from "@countinghouse/validators/customer-lists/title";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";
import { readMatching } from "./read.ts";

/**
 * Keeps the customers of a list as they are now, for a job or a file. Throws CONFLICT where other rows match than were
 * shown, so that nobody acts on whom they did not see counted.
 */
export async function freezeCustomers(ctx: AdminCtx, input: FreezeCustomers & { requestId: string }) {
  const { of, expected } = input;
  const { rows, userIds } = await readMatching(ctx, of);
  const spec = { action: "customerLists.freeze", capability: "customerLists.freeze", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const whyNot = whyNotFreeze({ expected, rows: userIds.length === 0 ? 0 : rows });
    if (whyNot !== null) throw new DomainError("CONFLICT", whyNot, { rows });
    const title = customersTitle(of);
    const { id } = await tx.customerList.create({
      data: { title, userIds, madeById: ctx.actor.id, madeAt: now },
      select: { id: true },
    });
    return {
      result: { id, customers: userIds.length },
      audit: { subject: { type: "customer_list", id }, after: { title, rows, customers: userIds.length } },
    };
  });
}

/** What a kept list is of, how many customers it has, and who made it when. Throws NOT_FOUND. */
export async function getCustomerList(ctx: AdminCtx, { id }: GetCustomerList) {
  const { userIds, madeBy, ...list } = found(
    await ctx.db.customerList.findUnique({
      where: { id },
      select: { id: true, title: true, userIds: true, madeAt: true, madeBy: { select: { fullName: true } } },
    }),
    UNKNOWN_LIST,
  );
  return { ...list, customers: userIds.length, madeBy: madeBy.fullName };
}

/** The customers of a kept list, in the order of their ids. Throws NOT_FOUND. */
export async function keptCustomers({ db }: Pick<AdminCtx, "db">, id: string): Promise<number[]> {
  const list = await db.customerList.findUnique({ where: { id }, select: { userIds: true } });
  return found(list, UNKNOWN_LIST).userIds;
}
