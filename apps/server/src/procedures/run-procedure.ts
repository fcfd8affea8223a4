import type { ProcedureCtx } from "@countinghouse/api/services";
import { getTRPCErrorFromUnknown, type TRPCProcedureType as ProcedureType, TRPCError } from "@trpc/server";

/** What one step of a procedure hands to the one before. */
type StepResult = { ok: true; data: unknown } | { ok: false; error: TRPCError };

interface Handed {
  ctx?: object;
  input?: unknown;
  getRawInput?: () => Promise<unknown>;
}

interface Asked {
  ctx: object;
  path: string;
  type: ProcedureType;
  input: unknown;
  getRawInput: () => Promise<unknown>;
}

type Step = (
  asked: Asked & {
    meta: unknown;
    signal: undefined;
    batchIndex: number;
    next(handed?: Handed): Promise<StepResult>;
  },
) => Promise<StepResult | undefined>;

/** A procedure as the router keeps it: its middlewares, the check of its input and its resolver in one row. */
export interface BuiltProcedure {
  _def: { type: ProcedureType; meta?: unknown; middlewares: readonly Step[] };
}

/**
 * Runs a procedure through its steps as tRPC does. tRPC copies what is asked four times for each step, by the descriptors of
 * its properties, which is a sixth of what a short call costs; here each step gets one plain object. What refuses is thrown.
 */
export async function runProcedure(
  { _def }: BuiltProcedure,
  { ctx, path, input }: { ctx: ProcedureCtx; path: string; input: unknown },
): Promise<unknown> {
  const getRawInput = () => Promise.resolve(input);
  const type = _def.type === "query" ? "query" : "mutation";
  const result = await runStep(_def, 0, { ctx, path, type, input: undefined, getRawInput });
  if (!result.ok) throw result.error;
  return result.data;
}

async function runStep(def: BuiltProcedure["_def"], at: number, asked: Asked): Promise<StepResult> {
  const { ctx, path, type, input, getRawInput } = asked;
  const next = (handed: Handed = {}) =>
    runStep(def, at + 1, {
      ctx: handed.ctx ? { ...ctx, ...handed.ctx } : ctx,
      path,
      type,
      input: "input" in handed ? handed.input : input,
      getRawInput: handed.getRawInput ?? getRawInput,
    });
  try {
    const step = def.middlewares[at];
    const given = {
      ctx,
      path,
      type,
      input,
      getRawInput,
      meta: def.meta,
      signal: undefined,
      batchIndex: 0,
      next,
    };
    const result = await step?.(given);
    if (result) return result;
    throw new TRPCError({
      code: "INTERNAL_SERVER_ERROR",
      message: "A step of the procedure handed nothing on.",
    });
  } catch (cause) {
    return { ok: false, error: getTRPCErrorFromUnknown(cause) };
  }
}
