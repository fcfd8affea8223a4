import type { ReadDb } from "@countinghouse/db";
import {
  WORK_TEXTS as TEXT,
  WORK_KIND_NAMES,
  WORK_KINDS,
  type WorkKind,
} from "@countinghouse/validators/work/rules";
import type { SetWorkTarget } from "@countinghouse/validators/work/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";

/** Within how many banking days each kind is seen to, and who set that when; `version` is 0 where nobody has. */
export async function listTargets(ctx: AdminCtx) {
  const rows = await ctx.db.workTarget.findMany({
    select: {
      kind: true,
      days: true,
      version: true,
      updatedAt: true,
      updatedBy: { select: { fullName: true } },
    },
  });
  return WORK_KIND_NAMES.map((kind) => {
    const row = rows.find((each) => each.kind === kind);
    return {
      kind,
      days: row?.days ?? WORK_KINDS[kind].days,
      version: row?.version ?? 0,
      updatedAt: row?.updatedAt ?? null,
      updatedBy: row?.updatedBy.fullName ?? null,
    };
  });
}

/** Within how many banking days an item of each kind is to be seen to. */
export async function readTargets(db: Pick<ReadDb, "workTarget">): Promise<ReadonlyMap<string, number>> {
  const rows = await db.workTarget.findMany({ select: { kind: true, days: true } });
  const days = new Map<string, number>(WORK_KIND_NAMES.map((kind) => [kind, WORK_KINDS[kind].days]));
  for (const row of rows) days.set(row.kind, row.days);
  return days;
}

/** Of `readTargets`, those of a kind. */
export const targetDays = (targets: ReadonlyMap<string, number>, kind: WorkKind): number =>
  targets.get(kind) ?? WORK_KINDS[kind].days;

/** Changes the time of a kind. Throws CONFLICT where it is not at the version that was read. */
export function setTarget(ctx: AdminCtx, input: SetWorkTarget & { requestId: string }) {
  const { kind, days, version } = input;
  const spec = { action: "work.setTarget", capability: "settings.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const before = await tx.workTarget.findUnique({ where: { kind }, select: { days: true } });
    const facts = { days, version: version + 1, updatedById: ctx.actor.id, updatedAt: now };
    const { count } =
      version === 0
        ? await tx.workTarget.createMany({ data: { kind, ...facts }, skipDuplicates: true })
        : await tx.workTarget.updateMany({ where: { kind, version }, data: facts });
    if (count === 0) throw new DomainError("CONFLICT", TEXT.targetChanged);
    return {
      result: { kind, days, version: version + 1 },
      audit: {
        subject: { type: "work_target", id: kind },
        before: { days: before?.days ?? WORK_KINDS[kind].days },
        after: { days },
      },
    };
  });
}
