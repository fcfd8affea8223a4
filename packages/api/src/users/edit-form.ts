import { MANUAL_ADJUSTMENT_REASONS } from "@countinghouse/validators/edit-user/rules";
import type { GetEditForm } from "@countinghouse/validators/edit-user/schemas";
import type { AdminCtx } from "../context.ts";
import type { WithOfferLimit } from "./edit.ts";
import { editProgress } from "./edit-crm.ts";
import { readEditable } from "./editable.ts";

/**
 * Everything the edit-user form needs (specification 1, section 2): the values with their versions, amounts in cents, the
 * newest application's payments, what limits it, the reasons, and how far the CRM is with the last edit. The EIN is
 * whole, as on the customer page. Throws NOT_FOUND.
 */
export async function getEditForm(ctx: AdminCtx<WithOfferLimit>, { userId }: GetEditForm) {
  const [editable, crm] = await Promise.all([
    readEditable(ctx.db, ctx.services.vault, userId, ctx.now()),
    editProgress(ctx.db, userId),
  ]);
  return {
    ...editable,
    maximumOfferLimitCents: ctx.services.maximumOfferLimitCents,
    manualAdjustmentReasons: MANUAL_ADJUSTMENT_REASONS.map((reason) => ({ reason })),
    crm,
  };
}
