import { ALL_PARTNERS } from "@countinghouse/validators/funnel/rules";
import type { AdminCtx } from "../context.ts";

/** The partners who send us customers, by name, after the choice of all of them (specification 2, section 2). */
export async function listPartners(ctx: AdminCtx): Promise<{ value: string; label: string }[]> {
  const partners = await ctx.db.partner.findMany({ orderBy: { name: "asc" } });
  return [ALL_PARTNERS, ...partners.map(({ code, name }) => ({ value: code, label: name }))];
}
