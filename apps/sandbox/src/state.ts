import { Hono } from "hono";
import { z } from "zod";
import type { CallLog } from "./calls.ts";
import { type Clock, clockRoutes } from "./clock.ts";
import { type Faults, faultRoutes } from "./faults.ts";
import { readJson } from "./json-body.ts";
import type { LateEffects } from "./late-effects.ts";
import type { Mailbox } from "./mail/mailbox.ts";
import { type Pace, paceRoutes } from "./pace.ts";
import type { FileTree } from "./sftp/file-tree.ts";
import type { Vendor } from "./vendor.ts";

/** All that a sandbox holds. */
export interface SandboxState {
  clock: Clock;
  faults: Faults;
  lateEffects: LateEffects;
  calls: CallLog;
  pace: Pace;
  mailbox: Mailbox;
  /** What lies on the SFTP server. */
  files: FileTree;
  vendors: readonly Vendor[];
}

const filesSchema = z.strictObject({ capacityBytes: z.int().min(0).nullable() });

/** The routes under /__sandbox: look at the state, and set it. */
export function stateRoutes(state: SandboxState): Hono {
  const { clock, faults, lateEffects, calls, pace, mailbox, files, vendors } = state;
  const vendorNames = vendors.map(({ name }) => name);
  // One with a port of its own reads its calls byte by byte: nothing may read them before.
  const pacedNames = vendors.filter(({ hasOwnPort }) => !hasOwnPort).map(({ name }) => name);
  const routes = new Hono()
    .use(async (_c, next) => {
      await lateEffects.catchUp();
      await next();
    })
    .get("/state", (c) =>
      c.json({
        now: clock.now().toISOString(),
        calls: calls.counts(),
        mails: mailbox.list().length,
        files: files.list(),
        vendors: Object.fromEntries(vendors.map((vendor) => [vendor.name, vendor.snapshot()])),
      }),
    )
    .get("/calls", (c) => c.json(calls.list()))
    .get("/mail", (c) => c.json(mailbox.list(c.req.query("to"))))
    .post("/files", async (c) => {
      Object.assign(files, await readJson(c, filesSchema));
      return c.body(null, 204);
    })
    .post("/reset", (c) => {
      reset(state);
      return c.body(null, 204);
    })
    .route("/clock", clockRoutes(clock))
    .route("/faults", faultRoutes(faults, vendorNames))
    .route("/pace", paceRoutes(pace, pacedNames));
  for (const { name, control } of vendors) if (control) routes.route(`/${name}`, control);
  return routes;
}

function reset({ clock, faults, lateEffects, calls, pace, mailbox, files, vendors }: SandboxState): void {
  clock.reset();
  faults.clear();
  lateEffects.clear();
  pace.clear();
  calls.clear();
  mailbox.clear();
  files.clear();
  for (const vendor of vendors) vendor.reset();
}
