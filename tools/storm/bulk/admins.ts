import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { AdminActor } from "../../../packages/api/src/actor.ts";
import { resetKind } from "../../../packages/api/src/bulk-jobs/control.ts";
import { previewBulkPayments } from "../../../packages/api/src/bulk-jobs/preview.ts";
import { startBulkPayments } from "../../../packages/api/src/bulk-jobs/start.ts";
import { DomainError } from "../../../packages/api/src/errors.ts";
import type { ProcedureCtx, Services } from "../../../packages/api/src/services.ts";
import { ADMINS } from "../../../packages/db/src/seed/admins.ts";
import type { BulkPaymentKind } from "../../../packages/validators/src/bulk-jobs/rules.ts";
import type { ReviewedItem } from "../../../packages/validators/src/bulk-jobs/schemas.ts";
import type { Role } from "../../../packages/validators/src/roles.ts";
import { whenUp } from "../books.ts";
import { actAs } from "../staff/act-as.ts";

const PRESS_AGAIN_MS = 200;

/** What a press of a button came to. */
export type Pressed<Answer> = { answer: Answer; refusal: null } | { answer: null; refusal: DomainError };

/** The context of the seeded admin of a role. */
export function stormAdmin(services: Services, role: Role): ProcedureCtx<AdminActor> {
  const admin = ADMINS.find((each) => each.role === role);
  if (admin === undefined) throw new Error(`There is no ${role}.`);
  return actAs(services, admin);
}

/** What is charged of whom, and for which due payment. */
export type ListedItem = Pick<ReviewedItem, "userId" | "amountCents" | "scheduleId">;

/** Starts a bulk job over a list that is reviewed right before; who was paid in between is left out. */
export async function start(
  admin: ProcedureCtx<AdminActor>,
  kind: BulkPaymentKind,
  listed: readonly ListedItem[],
  signal: AbortSignal,
): Promise<Pressed<{ batchId: string }>> {
  let items = await whenUp(() => review(admin, kind, listed), signal);
  for (;;) {
    const sent = items;
    const pressed = await press(
      (requestId) => startBulkPayments(admin, { kind, version: 2, items: sent, requestId }),
      signal,
    );
    const changed = pressed.refusal?.details.changed;
    if (!Array.isArray(changed)) return pressed;
    items = items.filter(({ userId }) => !changed.includes(userId));
  }
}

async function review(
  admin: ProcedureCtx<AdminActor>,
  kind: BulkPaymentKind,
  listed: readonly ListedItem[],
): Promise<ReviewedItem[]> {
  const userIds = listed.map(({ userId }) => userId).join(" ");
  const { rows } = await previewBulkPayments(admin, { kind, version: 2, userIds });
  const shown = new Map(rows.map((row) => [row.userId, row]));
  return listed.flatMap((item) => {
    const row = shown.get(item.userId);
    if (row === undefined) return [];
    const { balanceCents, newestPaymentId, reviewed } = row;
    return [{ ...item, seen: { balanceCents, newestPaymentId }, reviewed }];
  });
}

/** Reset Job Status. */
export const reset = (admin: ProcedureCtx<AdminActor>, kind: BulkPaymentKind, signal: AbortSignal) =>
  press((requestId) => resetKind(admin, { kind, requestId }), signal);

/** The same press until there is an answer: the database is struck down now and then. */
export async function press<Answer>(
  call: (requestId: string) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Pressed<Answer>> {
  const requestId = randomUUID();
  for (;;) {
    try {
      return { answer: await call(requestId), refusal: null };
    } catch (error) {
      const isRefusal = error instanceof DomainError && error.code !== "UNAVAILABLE";
      if (isRefusal) return { answer: null, refusal: error };
      if (signal.aborted) throw error;
      await pause(PRESS_AGAIN_MS);
    }
  }
}
