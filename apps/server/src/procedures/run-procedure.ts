import type { ProcedureCtx } from "@countinghouse/api/services";
import { getTRPCErrorFromUnknown, type TRPCProcedureType as ProcedureType, TRPCError } from "@trpc/server";

/** The result that a step of a procedure returns to the step before. */
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

/** A procedure in the router: its middlewares, the check of its input and its resolver, in one list. */
export interface BuiltProcedure {
  _def: { type: ProcedureType; meta?: unknown; middlewares: readonly Step[] };
}

/**
 * Runs the steps of a procedure like tRPC does. tRPC copies the options four times for each step, by property descriptors, which is a sixth
 * of the cost of a short call; here each step gets one plain object. Throws the refusal of a step.
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
