import { Prisma, type Statement, type Tx } from "@countinghouse/db";
import {
  VIEW_TEXTS,
  whyNotChangeView,
  whyNotSaveView,
  whyNotShareView,
} from "@countinghouse/validators/lists/rules";
import {
  type ArrangeList,
  type ChangeView,
  ColumnLayout,
  type DeleteView,
  type OpenListWith,
  type SaveView,
  ViewContent,
} from "@countinghouse/validators/lists/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import type { CountingCtx } from "./counters.ts";
import { countRows } from "./counts.ts";

type Requested<Input> = Input & { requestId: string };

interface KeptView {
  id: string;
  list: string;
  name: string;
  isShared: boolean;
  isOwn: boolean;
  ownerName: string;
  version: number;
  content: unknown;
}

const VIEWS: Statement = {
  name: "lists.views",
  text: `SELECT v.id, v.list, v.name, v.is_shared AS "isShared", v.owner_id = $1::uuid AS "isOwn",
      a.full_name AS "ownerName", v.version, v.content
    FROM saved_view v JOIN admin a ON a.id = v.owner_id
    WHERE v.deleted_at IS NULL AND (v.owner_id = $1::uuid OR v.is_shared)
    ORDER BY v.list, lower(v.name), v.id`,
};

/**
 * How the actor has arranged lists, and the views that are the actor's own or shared. What an older or newer release kept
 * in another form is left out.
 */
export async function keptLists(ctx: AdminCtx) {
  const [arranged, views] = await Promise.all([
    ctx.db.listArrangement.findMany({
      where: { adminId: ctx.actor.id },
      select: { list: true, columns: true, viewId: true },
      orderBy: { list: "asc" },
    }),
    ctx.db.sql<KeptView>(VIEWS, [ctx.actor.id]),
  ]);
  return {
    arranged: arranged.map(({ columns, ...list }) => ({
      ...list,
      columns: ColumnLayout.safeParse(columns).data ?? null,
    })),
    views: views.flatMap(({ content, ...view }) => {
      const { data } = ViewContent.safeParse(content);
      return data ? [{ ...view, content: data }] : [];
    }),
  };
}

/** How many rows each view shows that the actor sees, where that can be counted at once. */
export const countViews = async (ctx: CountingCtx) => countRows(ctx, (await keptLists(ctx)).views);

/** Keeps how the columns of a list stand for the actor. */
export function arrangeList(ctx: AdminCtx, input: Requested<ArrangeList>) {
  const { list, columns } = input;
  return ctx.command({ action: "lists.arrange", capability: "lists.arrange", input }, async ({ tx, now }) => {
    const before = await readArrangement(tx, ctx.actor.id, list);
    await keepArrangement(tx, { adminId: ctx.actor.id, list, now }, { columns: columns ?? Prisma.DbNull });
    return {
      result: null,
      audit: {
        subject: { type: "admin", id: ctx.actor.id },
        before: { list, columns: before?.columns ?? null },
        after: { list, columns },
      },
    };
  });
}

/** Keeps the view that a list opens with for the actor. Throws NOT_FOUND for one the actor does not see. */
export function openListWith(ctx: AdminCtx, input: Requested<OpenListWith>) {
  const { list, viewId } = input;
  return ctx.command(
    { action: "lists.openWith", capability: "lists.arrange", input },
    async ({ tx, now }) => {
      if (viewId !== null) await findSeen(tx, ctx, { id: viewId, list });
      const before = await readArrangement(tx, ctx.actor.id, list);
      await keepArrangement(tx, { adminId: ctx.actor.id, list, now }, { viewId });
      return {
        result: null,
        audit: {
          subject: { type: "admin", id: ctx.actor.id },
          before: { list, viewId: before?.viewId ?? null },
          after: { list, viewId },
        },
      };
    },
  );
}

/** Saves a view of a list in the actor's name. Throws RULE for a name that is taken and when there are too many. */
export function saveView(ctx: AdminCtx, input: Requested<SaveView>) {
  const { list, name, isShared, content } = input;
  return ctx.command(
    { action: "lists.saveView", capability: "lists.arrange", input },
    async ({ tx, now }) => {
      const ownerId = ctx.actor.id;
      refuseWhen(whyNotShareView(ctx.actor.role, isShared));
      refuseWhen(whyNotSaveView(await tx.savedView.count({ where: { ownerId, deletedAt: null } })));
      await refuseTakenName(tx, { ownerId, list, name, id: null });
      const { id } = await tx.savedView.create({
        data: { list, name, ownerId, isShared, content, createdAt: now, updatedAt: now },
      });
      return {
        result: { id },
        audit: { subject: { type: "saved_view", id }, after: { list, name, isShared, content } },
      };
    },
  );
}

/** Changes a view. Throws CONFLICT when it was changed since it was read, RULE for another's and for a name that is taken. */
export function changeView(ctx: AdminCtx, input: Requested<ChangeView>) {
  const { id, version, name, isShared, content } = input;
  return ctx.command(
    { action: "lists.changeView", capability: "lists.arrange", input },
    async ({ tx, now }) => {
      const before = await findChangeable(tx, ctx, { id, deletedAt: null });
      if (!before.isShared) refuseWhen(whyNotShareView(ctx.actor.role, isShared));
      await refuseTakenName(tx, { ...before, name, id });
      const { count } = await tx.savedView.updateMany({
        where: { id, version, deletedAt: null },
        data: { name, isShared, content, version: { increment: 1 }, updatedAt: now },
      });
      if (count === 0) throw new DomainError("CONFLICT", VIEW_TEXTS.changedMeanwhile);
      if (!isShared) await forgetForOthers(tx, before);
      return {
        result: { id, version: version + 1 },
        audit: {
          subject: { type: "saved_view", id },
          before: { name: before.name, isShared: before.isShared, content: before.content },
          after: { name, isShared, content },
        },
      };
    },
  );
}

/** Takes a view out of sight; it can be brought back. Throws NOT_FOUND when it is gone, RULE for another's. */
export function deleteView(ctx: AdminCtx, input: Requested<DeleteView>) {
  const { id } = input;
  return ctx.command(
    { action: "lists.deleteView", capability: "lists.arrange", input },
    async ({ tx, now }) => {
      const { name } = await findChangeable(tx, ctx, { id, deletedAt: null });
      await tx.savedView.update({ where: { id }, data: { deletedAt: now } });
      return {
        result: { id },
        audit: { subject: { type: "saved_view", id }, before: { name }, after: { deleted: true } },
      };
    },
  );
}

/** Brings a deleted view back. Throws NOT_FOUND when it is not deleted, RULE for another's and where its name is taken. */
export function restoreView(ctx: AdminCtx, input: Requested<DeleteView>) {
  const { id } = input;
  return ctx.command({ action: "lists.restoreView", capability: "lists.arrange", input }, async ({ tx }) => {
    const view = await findChangeable(tx, ctx, { id, deletedAt: { not: null } });
    await refuseTakenName(tx, { ...view, id });
    await tx.savedView.update({ where: { id }, data: { deletedAt: null } });
    return {
      result: { id },
      audit: { subject: { type: "saved_view", id }, before: { deleted: true }, after: { deleted: false } },
    };
  });
}

const readArrangement = (tx: Tx, adminId: string, list: string) =>
  tx.listArrangement.findUnique({
    where: { adminId_list: { adminId, list } },
    select: { columns: true, viewId: true },
  });

const keepArrangement = (
  tx: Tx,
  { adminId, list, now }: { adminId: string; list: string; now: Date },
  kept: { columns?: ColumnLayout | typeof Prisma.DbNull; viewId?: string | null },
) =>
  tx.listArrangement.upsert({
    where: { adminId_list: { adminId, list } },
    create: { adminId, list, updatedAt: now, ...kept },
    update: { updatedAt: now, ...kept },
  });

/** Who opened a list with a view that is no longer shared, opens it without. */
const forgetForOthers = (tx: Tx, { id, ownerId }: { id: string; ownerId: string }) =>
  tx.listArrangement.updateMany({ where: { viewId: id, adminId: { not: ownerId } }, data: { viewId: null } });

async function findSeen(tx: Tx, { actor }: AdminCtx, where: { id: string; list: string }): Promise<void> {
  const seen = { deletedAt: null, OR: [{ ownerId: actor.id }, { isShared: true }] };
  found(
    await tx.savedView.findFirst({ where: { ...where, ...seen }, select: { id: true } }),
    VIEW_TEXTS.unknown,
  );
}

/** The view, which the actor may change. One that the actor does not see is said not to be there. */
async function findChangeable(
  tx: Tx,
  { actor }: AdminCtx,
  where: { id: string; deletedAt: null | { not: null } },
) {
  const view = found(await tx.savedView.findFirst({ where }), VIEW_TEXTS.unknown);
  const isOwn = view.ownerId === actor.id;
  if (!isOwn && !view.isShared) throw new DomainError("NOT_FOUND", VIEW_TEXTS.unknown);
  refuseWhen(whyNotChangeView(actor.role, { isOwn, isShared: view.isShared }));
  return view;
}

async function refuseTakenName(
  tx: Tx,
  { ownerId, list, name, id }: { ownerId: string; list: string; name: string; id: string | null },
): Promise<void> {
  const taken = await tx.savedView.findFirst({
    where: {
      ownerId,
      list,
      name: { equals: name, mode: "insensitive" },
      deletedAt: null,
      ...(id !== null && { id: { not: id } }),
    },
    select: { id: true },
  });
  refuseWhen(taken === null ? null : VIEW_TEXTS.nameTaken);
}
