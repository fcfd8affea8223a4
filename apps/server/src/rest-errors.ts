import type { Services } from "@countinghouse/api/services";
import type { HttpBindings } from "@hono/node-server";
import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";

/**
 * Answers an error of a route: 400 when the body broke off, the answer that Hono gives a refusal, else 500. Only the last is logged, by the
 * route and not by the address, which can contain a ticket.
 */
export const answerError =
  ({ log }: Pick<Services, "log">): ErrorHandler<{ Bindings: HttpBindings }> =>
  (error, c) => {
    const { incoming } = c.env;
    if (incoming.destroyed && !incoming.complete) return c.json({ ok: false }, 400);
    if (error instanceof HTTPException) return error.getResponse();
    log.error({ route: `${c.req.method} ${routePath(c, -1)}`, error: String(error) }, "unexpected");
    return c.json({ ok: false }, 500);
  };
