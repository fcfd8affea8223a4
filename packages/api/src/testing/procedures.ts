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

/** Every procedure of the API. */
export const PROCEDURES: Declared[] = Object.entries(ROUTED)
  .map(([path, { _def }]) => ({ path, kind: _def.type, access: _def.meta?.access }))
  .sort((a, b) => a.path.localeCompare(b.path));
/** Those that ask who is calling. */
export const GUARDED = PROCEDURES.filter(({ access }) => access !== "public");

/** Calls the procedure at this path without any input: access is refused before the input is looked at. */
export const callProcedure = (api: TestApi, path: string, actor: Actor): Promise<unknown> => {
  const caller: unknown = createCaller(appRouter)(api.ctx(actor));
  const procedure = path
    .split(".")
    .reduce((held, name) => (held as Record<string, unknown>)[name], caller) as () => Promise<unknown>;
  return procedure();
};
