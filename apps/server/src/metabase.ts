import { openMetabase } from "@countinghouse/api/admins/metabase";
import type { Services } from "@countinghouse/api/services";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { type CallOptions, requestFacts } from "./calls.ts";
import { refuseFile } from "./file-answer.ts";

export { METABASE_PATH } from "@countinghouse/api/admins/metabase";

const REFUSED = "This way to Metabase is closed to you.";
const HINT = "Sign in to the console as somebody who may go there, and use its button.";

/** Redirects to Metabase for an admin who may open it. The address is hidden from all others. */
export const metabaseRedirect =
  (services: Services, options: CallOptions) =>
  async (c: Context<{ Bindings: HttpBindings }>): Promise<Response> => {
    const { refreshToken } = requestFacts(c.env.incoming, services, options);
    const address = await openMetabase(services, refreshToken);
    if (address === null) return refuseFile(c, 403, REFUSED, HINT);
    c.header("cache-control", "no-store");
    return c.redirect(address, 302);
  };
