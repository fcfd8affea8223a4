import { appRouter } from "../router.ts";
import type { ProcedureMeta } from "../trpc.ts";

interface Declared {
  path: string;
  kind: string;
  access: ProcedureMeta["access"] | undefined;
}

/** At run time the router keeps its procedures flat, by their whole path. */
type Routed = Record<string, { _def: { type: string; meta?: ProcedureMeta } }>;
const ROUTED = appRouter._def.procedures as unknown as Routed;

/** Every procedure there is, by its path, with the capability it asks for. */
export const PROCEDURES: Declared[] = Object.entries(ROUTED)
  .map(([path, { _def }]) => ({ path, kind: _def.type, access: _def.meta?.access }))
  .sort((a, b) => a.path.localeCompare(b.path));
/** Those that not everybody may call. */
export const GUARDED = PROCEDURES.filter(({ access }) => access !== "public");
