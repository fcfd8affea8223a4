import { randomUUID } from "node:crypto";
import type { AdminActor } from "@countinghouse/api/actor";
import { createCtx } from "@countinghouse/api/context";
import { DomainError } from "@countinghouse/api/errors";
import { appRouter } from "@countinghouse/api/router";
import type { Services } from "@countinghouse/api/services";
import { createCaller } from "@countinghouse/api/trpc";

const callerOf = createCaller(appRouter);

export type Caller = ReturnType<typeof callerOf>;

/** Those of the demonstration staff who tell its story: each calls the procedures that they would press. */
export interface Desk {
  superadmin: Caller;
  admin: Caller;
}

/** The demonstration staff at work, null where they are not those of this database. */
export async function openDesk(services: Services): Promise<Desk | null> {
  const [superadmin, admin] = await Promise.all([
    callAs(services, "superadmin@countinghouse.test"),
    callAs(services, "admin@countinghouse.test"),
  ]);
  return superadmin && admin ? { superadmin, admin } : null;
}

async function callAs(services: Services, email: string): Promise<Caller | null> {
  const found = await services.db.read.admin.findUnique({
    where: { email, status: "ACTIVE" },
    select: { id: true, email: true, fullName: true, role: true },
  });
  if (found === null) return null;
  const actor: AdminActor = { kind: "admin", sessionId: randomUUID(), ...found };
  return callerOf(
    createCtx(services, actor, {
      correlationId: randomUUID(),
      ip: "",
      userAgent: "demonstration",
      refreshToken: null,
      deviceTokens: [],
      sameSite: true,
      answer: new Headers(),
    }),
  );
}

/** A new press. */
export const pressed = () => ({ requestId: randomUUID() });

/** The approval that a press waits for; null where it was done at once. Throws whatever else it was refused for. */
export async function waitsFor(press: Promise<unknown>): Promise<string | null> {
  try {
    await press;
    return null;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof DomainError && cause.code === "WAITS") return String(cause.details.approvalId);
    throw error;
  }
}

/** Has one of the two approve what the other asked for, as it is shown. */
export async function approve(by: Caller, approvalId: string): Promise<void> {
  const { effectHash } = await by.approvals.get({ approvalId });
  await by.approvals.approve({ ...pressed(), approvalId, effectHash });
}
