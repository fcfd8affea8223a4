import { randomUUID } from "node:crypto";
import type { AdminActor } from "../../../packages/api/src/actor.ts";
import { createCtx } from "../../../packages/api/src/context.ts";
import type { ProcedureCtx, Services } from "../../../packages/api/src/services.ts";

/** The context of a member of staff in this process. */
export const actAs = (
  services: Services,
  admin: Pick<AdminActor, "id" | "email" | "fullName" | "role">,
): ProcedureCtx<AdminActor> =>
  createCtx(
    services,
    { kind: "admin", sessionId: randomUUID(), ...admin },
    {
      correlationId: randomUUID(),
      ip: "127.0.0.1",
      userAgent: "storm",
      refreshToken: null,
      deviceTokens: [],
      sameSite: true,
      answer: new Headers(),
    },
  );
