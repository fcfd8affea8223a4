import { randomUUID } from "node:crypto";
import { type Ctx, createCtx, type Services } from "@countinghouse/api/context";

/** The context of a command of ours: a job of this name, which no request brings. */
export const jobCtx = (services: Services, name: string): Ctx =>
  createCtx(
    services,
    { kind: "job", name },
    {
      correlationId: randomUUID(),
      ip: "",
      userAgent: name,
      refreshToken: null,
      sameSite: true,
      answer: new Headers(),
    },
  );
