import type { HttpBindings } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { gate } from "./gate.ts";
import type { Spreadsheet } from "./google/spreadsheet.ts";
import { pageRoutes } from "./pages/routes.ts";
import { type SandboxState, stateRoutes } from "./state.ts";
import type { Vendor } from "./vendor.ts";

/** The sandbox's HTTP side: every vendor under its name, the customer portal, /__sandbox, and the pages. */
export function createApp(
  state: SandboxState,
  spreadsheet: Spreadsheet,
  portal: Hono,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(onlyFromHere);
  for (const vendor of state.vendors.filter(({ hasOwnPort }) => !hasOwnPort)) {
    app.use(`/${vendor.name}/*`, gate(vendor, state));
    app.route(`/${vendor.name}`, vendor.app);
  }
  app.route("/portal", portal);
  app.route("/__sandbox", stateRoutes(state));
  app.route("/", pageRoutes(state, spreadsheet));
  return app;
}

/** What is served on the port of a vendor that has one of its own. */
export function createVendorApp(vendor: Vendor, state: SandboxState): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(onlyFromHere, gate(vendor, state));
  app.route("/", vendor.app);
  return app;
}

/** The mailbox shows sign-in codes: no other site may read it through a name that resolves to loopback. */
const onlyFromHere: MiddlewareHandler = async (c, next) => {
  const { hostname, host } = new URL(c.req.url);
  if (!["127.0.0.1", "localhost"].includes(hostname))
    return c.text("The sandbox answers on this machine only.", 421);
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== `http://${host}`)
    return c.text("Cross-origin requests are refused.", 403);
  return next();
};
