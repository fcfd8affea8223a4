import type { AdminCtx } from "../context.ts";
import { readStanding } from "../environment/gate.ts";
import { countUnwellBanks } from "../institutions/list.ts";

export interface WithFlags {
  /** What this lender has switched on, and whether a virus scanner is set up. */
  flags: { paymentAdjustment: boolean; virusScanner: boolean };
}

/**
 * The admin who is signed in, as the console shows them, what is switched on for them and for all, and how many
 * linked banks are not well; and whether anything may be sent.
 */
export async function getSignedInAdmin(ctx: AdminCtx<WithFlags>) {
  const { id, fullName, email, role, mustAddFactor = false } = ctx.actor;
  const [banks, standing, admin] = await Promise.all([
    countUnwellBanks(ctx),
    readStanding(ctx.db),
    ctx.db.admin.findUniqueOrThrow({ where: { id }, select: { paymentFlag: true, version: true } }),
  ]);
  const { flags, vendorsOff } = ctx.services;
  return {
    id,
    fullName,
    email,
    role,
    mustAddFactor,
    status: "ACTIVE" as const,
    flags,
    vendorsOff,
    banks,
    standing,
    ...admin,
  };
}
