import { randomUUID } from "node:crypto";
import { createCtx } from "@countinghouse/api/context";
import type { ProcedureCtx, Services } from "@countinghouse/api/services";

/** The context of a command of ours: a job of this name, which no request brings. */
export const jobCtx = (services: Services, name: string): ProcedureCtx<{ kind: "job"; name: string }> =>
  createCtx(
    services,
    { kind: "job", name },
    {
      correlationId: randomUUID(),
      ip: "",
      userAgent: name,
      refreshToken: null,
      deviceTokens: [],
      sameSite: true,
      answer: new Headers(),
    },
  );
