import type { ListRemarks } from "@countinghouse/validators/remarks/schemas";
import type { AdminCtx } from "../context.ts";
import { dayOf } from "../stored-values.ts";

/** One page of the derogatory remarks on a user, the latest first, and how many there are in all. */
export async function listRemarks(ctx: AdminCtx, { userId, pageLimit, currentPage }: ListRemarks) {
  const [remarks, count] = await Promise.all([
    ctx.db.derogatoryRemark.findMany({
      where: { userId },
      orderBy: [{ remarkDate: "desc" }, { id: "desc" }],
      skip: (currentPage - 1) * pageLimit,
      take: pageLimit,
      select: { id: true, remarkDate: true, addedBy: true, category: true, note: true },
    }),
    ctx.db.derogatoryRemark.count({ where: { userId } }),
  ]);
  const data = remarks.map(({ remarkDate, ...remark }) => ({ ...remark, remarkDate: dayOf(remarkDate) }));
  return { data, count };
}
