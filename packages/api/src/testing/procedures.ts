import type { Actor } from "../actor.ts";
import { appRouter } from "../router.ts";
import { createCaller, type ProcedureMeta } from "../trpc.ts";
import type { TestApi } from "./harness.ts";

interface Declared {
  path: string;
  kind: string;
  access: ProcedureMeta["access"] | undefined;
}

/** At run time the router keeps its procedures flat, by their whole path. */
type Routed = Record<string, { _def: { type: string; meta?: ProcedureMeta } }>;
const ROUTED = appRouter._def.procedures as unknown as Routed;

/** Every procedure, by its path. */
export const PROCEDURES: Declared[] = Object.entries(ROUTED)
  .map(([path, { _def }]) => ({ path, kind: _def.type, access: _def.meta?.access }))
  .sort((a, b) => a.path.localeCompare(b.path));
/** Those that need a capability. */
export const GUARDED = PROCEDURES.filter(({ access }) => access !== "public");

/** Calls the procedure at this path. Without an input, access is refused before the input is read. */
export const callProcedure = (
  api: Pick<TestApi, "ctx">,
  path: string,
  actor: Actor,
  input?: object,
): Promise<unknown> => {
  const caller: unknown = createCaller(appRouter)(api.ctx(actor));
  const procedure = path
    .split(".")
    .reduce((held, name) => (held as Record<string, unknown>)[name], caller) as (
    given?: object,
  ) => Promise<unknown>;
  return procedure(input);
};
