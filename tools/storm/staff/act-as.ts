import { randomUUID } from "node:crypto";
import type { AdminActor } from "../../../packages/api/src/actor.ts";
import { type AdminCtx, createCtx, type Services } from "../../../packages/api/src/context.ts";

/** The context of a member of staff in this process. */
export const actAs = (
  services: Services,
  admin: Pick<AdminActor, "id" | "email" | "fullName" | "role">,
): AdminCtx =>
  createCtx(
    services,
    { kind: "admin", sessionId: randomUUID(), ...admin },
    {
      correlationId: randomUUID(),
      ip: "127.0.0.1",
      userAgent: "storm",
      refreshToken: null,
      sameSite: true,
      answer: new Headers(),
    },
  );
