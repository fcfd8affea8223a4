import type { ReadDb, Tx } from "@countinghouse/db";
import { FACTOR_TEXTS as TEXT, whyNotDemandFactor } from "@countinghouse/validators/factors/rules";
import type { SetFactorDemand } from "@countinghouse/validators/factors/schemas";
import { ROLES, type Role } from "@countinghouse/validators/roles";
import type { AdminCtx } from "../context.ts";
import { DomainError, refuseWhen } from "../errors.ts";

/** Which roles need a second factor, who set that when, and how many who can sign in have none; `version` is 0 where nobody has. */
export async function listFactorDemands({ db }: AdminCtx) {
  const rows = await db.factorDemand.findMany({ include: { updatedBy: { select: { fullName: true } } } });
  const without = await db.admin.groupBy({
    by: ["role"],
    where: { status: "ACTIVE", factors: { none: { confirmedAt: { not: null } } } },
    _count: true,
  });
  const counts = new Map(without.map(({ role, _count: count }) => [role, count]));
  return ROLES.map((role) => {
    const row = rows.find((each) => each.role === role);
    return {
      role,
      isDemanded: row?.isDemanded ?? false,
      version: row?.version ?? 0,
      updatedAt: row?.updatedAt ?? null,
      updatedBy: row?.updatedBy.fullName ?? null,
      without: counts.get(role) ?? 0,
    };
  });
}

/**
 * Says whether admins of a role need a second factor, from their next request on: who has none can do nothing but add one. Throws
 * RULE where this SUPERADMIN would be shut out, CONFLICT where it is not at the version that was read.
 */
export function setFactorDemand(ctx: AdminCtx, input: SetFactorDemand & { requestId: string }) {
  const { role, isDemanded, version } = input;
  const { id: adminId } = ctx.actor;
  const spec = { action: "factors.setDemand", capability: "settings.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const own = await tx.secondFactor.count({ where: { adminId, confirmedAt: { not: null } } });
    if (isDemanded) refuseWhen(whyNotDemandFactor(role === ctx.actor.role, own));
    const before = await isFactorDemanded(tx, role);
    const facts = { isDemanded, version: version + 1, updatedById: adminId, updatedAt: now };
    const { count } =
      version === 0
        ? await tx.factorDemand.createMany({ data: { role, ...facts }, skipDuplicates: true })
        : await tx.factorDemand.updateMany({ where: { role, version }, data: facts });
    if (count === 0) throw new DomainError("CONFLICT", TEXT.demandChanged);
    return {
      result: { role, isDemanded, version: version + 1, message: TEXT.demandSaved },
      audit: {
        subject: { type: "setting", id: `secondFactor:${role}` },
        before: { isDemanded: before },
        after: { isDemanded },
      },
    };
  });
}

/** Whether an admin can do nothing but add a second factor, which their role needs by now. */
export async function mustAddFactor(
  reader: Pick<ReadDb, "factorDemand" | "secondFactor"> | Tx,
  { id: adminId, role }: { id: string; role: Role },
): Promise<boolean> {
  const db = reader as Tx;
  if (!(await isFactorDemanded(db, role))) return false;
  return (await db.secondFactor.count({ where: { adminId, confirmedAt: { not: null } } })) === 0;
}

const isFactorDemanded = async (tx: Tx, role: Role): Promise<boolean> =>
  (await tx.factorDemand.findUnique({ where: { role } }))?.isDemanded ?? false;
