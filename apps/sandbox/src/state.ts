import { Hono } from "hono";
import type { CallLog } from "./calls.ts";
import { type Clock, clockRoutes } from "./clock.ts";
import { type Faults, faultRoutes } from "./faults.ts";
import type { Mailbox } from "./mailbox.ts";
import type { Vendor } from "./vendor.ts";

/** All that a sandbox holds. */
export interface SandboxState {
  clock: Clock;
  faults: Faults;
  calls: CallLog;
  mailbox: Mailbox;
  vendors: readonly Vendor[];
}

/** The routes under /__sandbox: look at the state, and set it. */
export function stateRoutes(state: SandboxState): Hono {
  const { clock, faults, calls, mailbox, vendors } = state;
  const vendorNames = vendors.map(({ name }) => name);
  const routes = new Hono()
    .get("/state", (c) =>
      c.json({
        now: clock.now().toISOString(),
        calls: calls.counts(),
        mails: mailbox.list().length,
        vendors: Object.fromEntries(vendors.map((vendor) => [vendor.name, vendor.snapshot()])),
      }),
    )
    .get("/calls", (c) => c.json(calls.list()))
    .get("/mail", (c) => c.json(mailbox.list(c.req.query("to"))))
    .post("/reset", (c) => {
      reset(state);
      return c.body(null, 204);
    })
    .route("/clock", clockRoutes(clock))
    .route("/faults", faultRoutes(faults, vendorNames));
  for (const { name, control } of vendors) if (control) routes.route(`/${name}`, control);
  return routes;
}

function reset({ clock, faults, calls, mailbox, vendors }: SandboxState): void {
  clock.reset();
  faults.clear();
  calls.clear();
  mailbox.clear();
  for (const vendor of vendors) vendor.reset();
}
