import { randomUUID } from "node:crypto";
import type { AuditAction } from "../audit-actions.ts";
import type { AdminCtx } from "../context.ts";

/** Keeps who looked at the data of which customers at once, and how many they were. Nothing to look at leaves nothing. */
export async function auditRead(
  ctx: AdminCtx,
  action: AuditAction,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const listId = randomUUID();
  const spec = { action, capability: "collections.read", input: { requestId: listId } } as const;
  await ctx.command(spec, async () => ({
    result: null,
    audit: { subject: { type: "collection", id: listId }, after: { users: userIds.length, userIds } },
  }));
}
