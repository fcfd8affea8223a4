import type { Prisma } from "@countinghouse/db";
import type { ApprovalEffect } from "@countinghouse/validators/approvals/effect";
import { MOST_APPROVALS, whyNotDecide } from "@countinghouse/validators/approvals/rules";
import type { ListApprovals, OneApproval } from "@countinghouse/validators/approvals/schemas";
import { whyNotCapable } from "@countinghouse/validators/roles";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { customerRead } from "../reading.ts";
import { centsOrNull } from "../stored-values.ts";

const LISTED = {
  id: true,
  action: true,
  title: true,
  reasons: true,
  state: true,
  message: true,
  userId: true,
  amountCents: true,
  effectHash: true,
  createdAt: true,
  expiresAt: true,
  decidedAt: true,
  makerId: true,
  maker: { select: { fullName: true } },
  decidedBy: { select: { fullName: true } },
  user: { select: { firstname: true, lastname: true, businessName: true } },
} as const satisfies Prisma.ApprovalSelect;

type Stored = Prisma.ApprovalGetPayload<{ select: typeof LISTED }>;

const OF_ONE_GIVER = {
  name: "approvals.ofOneGiver",
  text: `SELECT m.id::text AS "makerId" FROM unnest($1::uuid[]) AS m(id) WHERE approval_of_one_giver(m.id, $2::uuid, $3)`,
};

/** Returns those of these makers whose requests this admin may not decide, because within 30 days their access came from one person. */
async function ofOneGiver(ctx: AdminCtx, makerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const others = [...new Set(makerIds)].filter((id) => id !== ctx.actor.id);
  if (others.length === 0) return new Set();
  const values = [others, ctx.actor.id, ctx.now()];
  const rows = await ctx.db.sql<{ makerId: string }>(OF_ONE_GIVER, values);
  return new Set(rows.map(({ makerId }) => makerId));
}

/** Returns an approval with the reason why this admin may not decide it, or null. */
function told(
  ctx: AdminCtx,
  akin: ReadonlySet<string>,
  { maker, decidedBy, user, amountCents, ...approval }: Stored,
) {
  const name = user && (`${user.firstname} ${user.lastname}`.trim() || user.businessName);
  // An expired request no longer waits, even before a worker has ended it.
  const isOver = approval.state === "WAITING" && approval.expiresAt <= ctx.now();
  const state = isOver ? ("EXPIRED" as const) : approval.state;
  return {
    ...approval,
    state,
    amountCents: centsOrNull(amountCents),
    madeBy: maker.fullName,
    decidedBy: decidedBy?.fullName ?? null,
    userName: name,
    isMine: approval.makerId === ctx.actor.id,
    whyNotDecide:
      whyNotCapable(ctx.actor.role, "approvals.decide") ??
      whyNotDecide(
        { state, makerId: approval.makerId, isOfOneGiver: akin.has(approval.makerId) },
        ctx.actor.id,
      ),
  };
}

/** Returns the filter of the approvals that a view shows to this admin. */
export function approvalsOfView(ctx: AdminCtx, { view, userId }: ListApprovals): Prisma.ApprovalWhereInput {
  const waiting = { state: "WAITING", expiresAt: { gt: ctx.now() } } as const;
  return {
    ...(userId !== null && { userId }),
    ...(view === "waiting" && waiting),
    ...(view === "mine" && { makerId: ctx.actor.id }),
    ...(view === "decided" && { NOT: waiting }),
  };
}

/** Returns at most MOST_APPROVALS approvals and their total. The waiting view starts with the oldest, the others with the newest. */
export async function listApprovals(ctx: AdminCtx, input: ListApprovals) {
  const { view } = input;
  const where = approvalsOfView(ctx, input);
  const [rows, total] = await Promise.all([
    ctx.db.approval.findMany({
      where,
      orderBy: { createdAt: view === "waiting" ? "asc" : "desc" },
      take: MOST_APPROVALS,
      select: LISTED,
    }),
    ctx.db.approval.count({ where }),
  ]);
  const akin = await ofOneGiver(
    ctx,
    rows.map(({ makerId }) => makerId),
  );
  return { items: rows.map((row) => told(ctx, akin, row)), total };
}

/** Returns how many requests wait, and how many of them this admin may decide. */
export async function countApprovals(ctx: AdminCtx) {
  const where = { state: "WAITING", expiresAt: { gt: ctx.now() } } as const;
  const makers = await ctx.db.approval.groupBy({ by: ["makerId"], where, _count: true });
  const sum = (those: typeof makers) => those.reduce((count, { _count }) => count + _count, 0);
  const waiting = sum(makers);
  if (whyNotCapable(ctx.actor.role, "approvals.decide") !== null) return { waiting, toDecide: 0 };
  const akin = await ofOneGiver(
    ctx,
    makers.map(({ makerId }) => makerId),
  );
  const decidable = makers.filter(({ makerId }) => makerId !== ctx.actor.id && !akin.has(makerId));
  return { waiting, toDecide: sum(decidable) };
}

/** Returns one approval with its simulated effect, and records a read of its customer. Throws NOT_FOUND, LIMITED. */
export async function getApproval(ctx: AdminCtx, { approvalId }: OneApproval) {
  const { effect, ...row } = found(
    await ctx.db.approval.findUnique({
      where: { id: approvalId },
      select: { ...LISTED, effect: true },
    }),
    "There is no such approval.",
  );
  if (row.userId !== null) {
    const draft = customerRead(row.userId, { procedure: "approvals.get", approvalId });
    await ctx.reading.note({ userIds: [row.userId], event: { action: "users.read", draft } });
  }
  return {
    ...told(ctx, await ofOneGiver(ctx, [row.makerId]), row),
    effect: effect as unknown as ApprovalEffect,
  };
}
