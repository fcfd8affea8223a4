import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { resetKind } from "../../../packages/api/src/bulk-jobs/control.ts";
import { startBulkPayments } from "../../../packages/api/src/bulk-jobs/start.ts";
import type { AdminCtx, Services } from "../../../packages/api/src/context.ts";
import { DomainError } from "../../../packages/api/src/errors.ts";
import { ADMINS } from "../../../packages/db/src/seed/admins.ts";
import {
  type BulkPaymentKind,
  type ReviewedItem,
  reviewedDigest,
} from "../../../packages/validators/src/bulk-job-rules.ts";
import type { Role } from "../../../packages/validators/src/roles.ts";
import { actAs } from "../staff/act-as.ts";

const PRESS_AGAIN_MS = 200;

/** What a press of a button came to. */
export type Pressed<Answer> = { answer: Answer; refusal: null } | { answer: null; refusal: DomainError };

/** The context of the seeded admin of a role. */
export function adminOf(services: Services, role: Role): AdminCtx {
  const admin = ADMINS.find((each) => each.role === role);
  if (admin === undefined) throw new Error(`There is no ${role}.`);
  return actAs(services, admin);
}

/** Starts a bulk job over a reviewed list. */
export function start(
  admin: AdminCtx,
  kind: BulkPaymentKind,
  items: readonly ReviewedItem[],
  signal: AbortSignal,
): Promise<Pressed<{ batchId: string }>> {
  const input = { kind, version: 2 as const, items: [...items], reviewed: reviewedDigest(items) };
  return press((requestId) => startBulkPayments(admin, { ...input, requestId }), signal);
}

/** Reset Job Status. */
export const reset = (admin: AdminCtx, kind: BulkPaymentKind, signal: AbortSignal) =>
  press((requestId) => resetKind(admin, { kind, requestId }), signal);

/** The same press until there is an answer: the database is struck down now and then. */
async function press<Answer>(
  call: (requestId: string) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Pressed<Answer>> {
  const requestId = randomUUID();
  for (;;) {
    try {
      return { answer: await call(requestId), refusal: null };
    } catch (error) {
      if (error instanceof DomainError) return { answer: null, refusal: error };
      if (signal.aborted) throw error;
      await pause(PRESS_AGAIN_MS);
    }
  }
}
