import { randomUUID } from "node:crypto";
import { type Ctx, createCtx } from "@countinghouse/api/context";
import type { Core } from "@countinghouse/api/core";

/** Returns the context of a command: a job of this name, without a request. */
export const jobCtx = <Own extends object>(
  services: Core & Own,
  name: string,
): Ctx<{ kind: "job"; name: string }, Own> =>
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
