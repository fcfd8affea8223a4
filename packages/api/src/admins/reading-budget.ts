import type { RaiseBudget } from "@countinghouse/validators/admins/schemas";
import {
  RAISE_SAVED,
  type ReadingBudget,
  STANDARD_READING_BUDGET,
} from "@countinghouse/validators/reading/rules";
import type { AdminActor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { found } from "../errors.ts";
import { startOfHour } from "../reading.ts";

type ManagerCtx = Ctx<AdminActor | { kind: "job"; name: string }>;

const HOUR_MS = 3_600_000;

/** What an admin has read in this hour, and may. */
export interface ReadingFacts {
  read: ReadingBudget;
  most: ReadingBudget;
  /** Until when it is more than the budget of all; null while it is not. */
  raisedUntil: Date | null;
}

/** The same of every admin who read anything in this hour or has a larger budget, by id. */
export async function readFacts(ctx: ManagerCtx): Promise<(adminId: string) => ReadingFacts> {
  const now = ctx.now();
  const standard = ctx.services.readingBudget ?? STANDARD_READING_BUDGET;
  const [hours, raises] = await Promise.all([
    ctx.db.readingHour.findMany({ where: { hour: startOfHour(now) } }),
    ctx.db.readingRaise.findMany({ where: { until: { gt: now } } }),
  ]);
  return (adminId) => {
    const hour = hours.find((each) => each.adminId === adminId);
    const own = raises.filter((each) => each.adminId === adminId);
    const most = (kind: keyof ReadingBudget) => Math.max(standard[kind], ...own.map((each) => each[kind]));
    const until = own.map((each) => each.until.getTime());
    return {
      read: { customers: hour?.customers ?? 0, reveals: hour?.reveals ?? 0 },
      most: { customers: most("customers"), reveals: most("reveals") },
      raisedUntil: until.length === 0 ? null : new Date(Math.max(...until)),
    };
  };
}

/** Gives an admin a larger budget for some hours from now on. Throws NOT_FOUND. */
export function raiseBudget(ctx: ManagerCtx, input: RaiseBudget & { requestId: string }) {
  const { id: adminId, customers, reveals, hours, reason } = input;
  const spec = { action: "admins.raiseBudget", capability: "staff.manage", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    found(
      await tx.admin.findUnique({ where: { id: adminId }, select: { id: true } }),
      "There is no such admin.",
    );
    const until = new Date(now.getTime() + hours * HOUR_MS);
    const raise = { customers, reveals, reason, until };
    const raisedById = ctx.actor.kind === "admin" ? ctx.actor.id : null;
    await tx.readingRaise.create({ data: { ...raise, adminId, raisedById, createdAt: now } });
    return {
      result: { until, message: RAISE_SAVED },
      audit: { subject: { type: "admin", id: adminId }, after: raise },
    };
  });
}
