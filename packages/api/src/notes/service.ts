import type { Statement, Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { notes } from "@countinghouse/validators/notes/contract";
import { whyNotChangeNote, whyNotFollowUp } from "@countinghouse/validators/notes/rules";
import type {
  CreateNote,
  DeleteNote,
  ListNotes,
  MarkNote,
  RestoreNote,
  UpdateNote,
} from "@countinghouse/validators/notes/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";

type Requested<Input> = Input & { requestId: string };

type ListedNote = {
  id: string;
  note: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  owner: string;
  ownerName: string;
  /** True if the actor wrote the note */
  isOwn: boolean;
  /** True if the note was imported from another system */
  isImported: boolean;
  /** The e-mail of the admin who changed the note last; null while the text is unchanged */
  editor: string | null;
  isPinned: boolean;
  /** YYYY-MM-DD */
  followUpOn: string | null;
};

/** Plain SQL, because a customer may have hundreds of notes and the query builder takes four times as long. */
const LIST: Statement = {
  name: "notes.list",
  text: `SELECT n.id, n.note, n.version, n.created_at AS "createdAt", n.updated_at AS "updatedAt",
      a.email AS owner, a.full_name AS "ownerName", n.owner_id = $2::uuid AS "isOwn",
      n.import_key IS NOT NULL AS "isImported", e.email AS editor,
      n.pinned_at IS NOT NULL AS "isPinned", n.follow_up_on::text AS "followUpOn"
    FROM note n JOIN admin a ON a.id = n.owner_id LEFT JOIN admin e ON e.id = n.editor_id
    WHERE n.user_id = $1 AND n.deleted_at IS NULL ORDER BY n.created_at DESC, n.id DESC`,
};

/** Returns the notes on a user, newest first. `owner` is the e-mail of the admin who wrote the note. */
export const listNotes = (ctx: AdminCtx, { userId }: ListNotes): Promise<ListedNote[]> =>
  ctx.db.sql<ListedNote>(LIST, [userId, ctx.actor.id]);

/** Adds a note in the actor's name. Throws NOT_FOUND when there is no such user. */
export function createNote(ctx: AdminCtx, input: Requested<CreateNote>) {
  const { userId, note } = input;
  return ctx.command(commandSpec(notes.create, input), async ({ tx, now }) => {
    found(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }), unknownUser(userId));
    const { id } = await tx.note.create({ data: { userId, ownerId: ctx.actor.id, note, createdAt: now } });
    return {
      result: { id, message: notes.create.success },
      audit: { subject: { type: "note", id }, after: { userId, note } },
    };
  });
}

/**
 * Changes the text of a note. Throws CONFLICT when another admin changed or deleted the note since it was read. Throws RULE when the
 * actor may not change it, NOT_FOUND when it does not exist.
 */
export function updateNote(ctx: AdminCtx, input: Requested<UpdateNote>) {
  const { id, note, version } = input;
  return ctx.command(commandSpec(notes.update, input), async ({ tx }) => {
    const before = await readNote(tx, id);
    refuseAnothers(ctx, before);
    const { count } = await tx.note.updateMany({
      where: { id, version, deletedAt: null },
      data: { note, version: { increment: 1 }, editorId: ctx.actor.id },
    });
    if (count === 0) throw changedMeanwhile(await readNote(tx, id));
    return {
      result: { id, version: version + 1, message: notes.update.success },
      audit: { subject: { type: "note", id }, before: { note: before.note }, after: { note } },
    };
  });
}

/** Deletes a note; its row stays for the audit. Throws NOT_FOUND when it is already deleted, RULE when the actor may not change it. */
export function deleteNote(ctx: AdminCtx, input: Requested<DeleteNote>) {
  const { id } = input;
  return ctx.command(commandSpec(notes.delete, input), async ({ tx, now }) => {
    const before = await readNote(tx, id);
    refuseAnothers(ctx, before);
    const { count } = await tx.note.updateMany({ where: { id, deletedAt: null }, data: { deletedAt: now } });
    if (count === 0) throw new DomainError("NOT_FOUND", "This note is already deleted.");
    return {
      result: { id, message: notes.delete.success },
      audit: { subject: { type: "note", id }, before: { note: before.note }, after: { deleted: true } },
    };
  });
}

/**
 * Pins or unpins a note and sets its follow-up day, which is a deadline of the customer until it is removed. Throws NOT_FOUND when the
 * note is deleted, RULE for a new day in the past.
 */
export function markNote(ctx: AdminCtx, input: Requested<MarkNote>) {
  const { id, isPinned, followUpOn } = input;
  return ctx.command(commandSpec(notes.mark, input), async ({ tx, now }) => {
    const { pinnedAt, followUpOn: day } = found(
      await tx.note.findFirst({
        where: { id, deletedAt: null },
        select: { pinnedAt: true, followUpOn: true },
      }),
      "There is no such note.",
    );
    const before = { isPinned: pinnedAt !== null, followUpOn: day?.toISOString().slice(0, 10) ?? null };
    refuseWhen(whyNotFollowUp(followUpOn, before.followUpOn, newYorkDate(now)));
    await tx.note.update({
      where: { id },
      data: {
        pinnedAt: isPinned ? (pinnedAt ?? now) : null,
        followUpOn: followUpOn === null ? null : new Date(followUpOn),
      },
    });
    return {
      result: { id, isPinned, followUpOn },
      audit: { subject: { type: "note", id }, before, after: { isPinned, followUpOn } },
    };
  });
}

/** Restores a deleted note. Throws NOT_FOUND when it is not deleted, RULE when the actor may not change it. */
export function restoreNote(ctx: AdminCtx, input: Requested<RestoreNote>) {
  const { id } = input;
  return ctx.command(commandSpec(notes.restore, input), async ({ tx }) => {
    refuseAnothers(ctx, await readNote(tx, id));
    const { count } = await tx.note.updateMany({
      where: { id, deletedAt: { not: null } },
      data: { deletedAt: null },
    });
    if (count === 0) throw new DomainError("NOT_FOUND", "This note is not deleted.");
    return {
      result: { id },
      audit: { subject: { type: "note", id }, before: { deleted: true }, after: { deleted: false } },
    };
  });
}

const refuseAnothers = ({ actor }: AdminCtx, { ownerId }: { ownerId: string }): void =>
  refuseWhen(whyNotChangeNote(actor.role, { isOwn: ownerId === actor.id }));

/** Returns the conflict for the second of two writers, with the text and the version that the first one stored. */
function changedMeanwhile({ note, version, deletedAt }: Awaited<ReturnType<typeof readNote>>): DomainError {
  const message = deletedAt ? "Someone else deleted this note." : "Someone else changed this note.";
  return new DomainError("CONFLICT", message, { current: note, version });
}

const readNote = async (tx: Tx, id: string) =>
  found(
    await tx.note.findUnique({
      where: { id },
      select: { note: true, version: true, deletedAt: true, ownerId: true },
    }),
    "There is no such note.",
  );
