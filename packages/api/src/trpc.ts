import type { Command, Read } from "@countinghouse/validators/contract/contract";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { command } from "@countinghouse/validators/request-id";
import type { Capability } from "@countinghouse/validators/roles";
import { whyNotHere } from "@countinghouse/validators/vendors/rules";
import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from "@trpc/server";
import { flattenError, ZodError, type z } from "zod";
import { type Actor, type AdminActor, whyNotAllowed } from "./actor.ts";
import type { Ctx } from "./context.ts";
import { DomainError, type DomainErrorCode } from "./errors.ts";
import { sayReadAsOf } from "./read-copy.ts";
import { customerRead } from "./reading.ts";
import type { ProcedureCtx } from "./services.ts";
import { transformer } from "./transformer.ts";

/** What every procedure must say of itself. A procedure that does not is refused. */
export interface ProcedureMeta {
  access: Capability | "public";
}

const TRPC_CODES = {
  NOT_FOUND: "NOT_FOUND",
  CONFLICT: "CONFLICT",
  RULE: "UNPROCESSABLE_CONTENT",
  FORBIDDEN: "FORBIDDEN",
  INVALID: "BAD_REQUEST",
  UNAUTHORIZED: "UNAUTHORIZED",
  LIMITED: "TOO_MANY_REQUESTS",
  WAITS: "PRECONDITION_REQUIRED",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
} as const satisfies Record<DomainErrorCode, TRPCError["code"]>;

/** A stream says this often that it lives; a browser that hears nothing for so long connects anew. */
const PING_EVERY_MS = 3_000;
const SILENT_MS = 10_000;

const t = initTRPC
  .context<ProcedureCtx>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    isDev: false,
    sse: {
      ping: { enabled: true, intervalMs: PING_EVERY_MS },
      client: { reconnectAfterInactivityMs: SILENT_MS },
    },
    errorFormatter: ({ shape, error, ctx }) => ({
      ...shape,
      message: errorMessage(error),
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path,
        correlationId: ctx?.request.correlationId ?? null,
        fieldErrors: error.cause instanceof ZodError ? flattenError(error.cause).fieldErrors : {},
        details: error.cause instanceof DomainError ? error.cause.details : {},
      },
    }),
  });

/**
 * The one middleware: refuses actors that lack the access the procedure declares, and gives every refusal its
 * transport code. What nobody expected is logged and hidden.
 */
const guard = <Who extends Actor>() =>
  t.middleware(async ({ next, ctx, meta, path, type, signal, getRawInput }) => {
    refuseAccess(ctx.actor, meta?.access);
    refuseOff(meta?.access, ctx);
    // Only an actor of this kind gets past the refusal above. The context goes on as it is: handed over it would be copied.
    const result = await next<ProcedureCtx<Who>>({});
    // Whoever closes the page waits for nothing any more: what that breaks off is no failure.
    const isGone = () => signal?.aborted === true;
    const explain = (error: TRPCError) => explained(ctx, path, error, isGone());
    if (result.ok && type === "query") await noteLook(ctx, path, getRawInput).catch(explainTo(explain));
    if (result.ok)
      return isStream(result.data)
        ? { ...result, data: askedAhead(guarded(result.data, explain, isGone)) }
        : result;
    throw explain(result.error);
  });

/**
 * What is asked about one customer is a look at them, whichever section of whose page it fills: what shows customers that
 * its input does not name notes the look itself.
 */
async function noteLook(ctx: Ctx, path: string, read: () => Promise<unknown>): Promise<void> {
  // What was answered without an input may have none that can be read.
  const input = await read().catch(() => null);
  const userId = typeof input === "object" && input !== null && "userId" in input ? input.userId : null;
  // Who did what is not the customer's.
  if (typeof userId !== "number" || path.startsWith("audit.")) return;
  const draft = customerRead(userId, { procedure: path });
  await ctx.reading.note({ userIds: [userId], event: { action: "users.read", draft } });
}

const explainTo = (explain: (error: TRPCError) => TRPCError) => (thrown: unknown) => {
  throw explain(getTRPCErrorFromUnknown(thrown));
};

/** A refusal of ours gets its transport code; everything else that nobody expected is logged. */
function explained(ctx: Ctx, path: string, error: TRPCError, isGone: boolean): TRPCError {
  const { cause, code } = error;
  if (cause instanceof DomainError) return asTrpcError(cause);
  if (code === "INTERNAL_SERVER_ERROR" && !isGone) {
    const { correlationId } = ctx.request;
    ctx.services.log.error({ path, correlationId, error: String(cause?.stack ?? cause) }, "unexpected");
  }
  return error;
}

const isStream = (data: unknown): data is AsyncIterable<unknown> =>
  typeof data === "object" && data !== null && Symbol.asyncIterator in data;

/** What fails after a subscription began is refused as a call is. One that was broken off is not a failure. */
async function* guarded(
  stream: AsyncIterable<unknown>,
  explain: (error: TRPCError) => TRPCError,
  isGone: () => boolean,
): AsyncGenerator {
  try {
    yield* stream;
  } catch (thrown) {
    if (isGone() || (thrown instanceof Error && thrown.name === "AbortError")) return;
    throw explain(getTRPCErrorFromUnknown(thrown));
  }
}

/**
 * What sends a stream asks for the next news before the browser has taken the last. A refusal that comes meanwhile waits to
 * be asked for; it must not count as caught by nobody, which would end the process.
 */
function askedAhead(stream: AsyncGenerator): AsyncIterable<unknown> {
  const next = () => {
    const answer = stream.next();
    answer.catch(() => {});
    return answer;
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: () => stream.return(undefined) }) };
}

function refuseAccess(actor: Actor, access: ProcedureMeta["access"] | undefined): void {
  if (access === "public") return;
  if (actor.kind !== "admin") {
    throw signedOut();
  }
  const whyNot =
    access === undefined ? "This procedure declares no capability." : whyNotAllowed(actor, access);
  if (whyNot !== null) throw asTrpcError(new DomainError("FORBIDDEN", whyNot));
}

function refuseOff(access: ProcedureMeta["access"] | undefined, { services }: Ctx): void {
  if (access === "public" || access === undefined) return;
  const whyNot = whyNotHere(access, services.vendorsOff);
  if (whyNot !== null) throw asTrpcError(new DomainError("RULE", whyNot));
}

/** What refuses a call of whoever is not signed in, or not any more. */
export const signedOut = (): TRPCError =>
  asTrpcError(new DomainError("UNAUTHORIZED", GENERAL_MESSAGES.unauthorizedUser));

/** A refusal as it goes over the wire: its transport code, from which its HTTP status follows. */
export const asTrpcError = (cause: DomainError): TRPCError =>
  new TRPCError({ code: TRPC_CODES[cause.code], message: cause.message, cause });

export const router = t.router;
export const createCaller = t.createCallerFactory;

/** A procedure for visitors: signing in and nothing else. */
export const publicProcedure = t.procedure.meta({ access: "public" }).use(guard<Actor>());

const guardAdmin = guard<AdminActor>();

/** A procedure for admins who hold `capability`. */
export const can = (capability: Capability) => t.procedure.meta({ access: capability }).use(guardAdmin);

type Service<Schema extends z.ZodType, Result> = (
  ctx: ProcedureCtx<AdminActor>,
  input: z.output<Schema>,
) => Promise<Result>;

/** Makes the procedure of a command. Its input is the schema with the request id. */
export const handle = <Shape extends z.ZodRawShape, Result>(
  { allow }: Command,
  schema: z.ZodObject<Shape, z.core.$strict>,
  service: Service<ReturnType<typeof command<Shape>>, Result>,
) =>
  can(allow)
    .input(command(schema))
    .mutation(({ ctx, input }) => service(ctx, input as z.output<ReturnType<typeof command<Shape>>>));

/**
 * Reads from a copy where there is one, and this actor would miss nothing of their own there; the answer says as of when. Where
 * the copy gives up on the way the database itself is asked.
 */
const fromCopy = t.middleware(async ({ next, ctx: anybodys, path }) => {
  // It stands behind the refusal of whoever is no admin.
  const ctx = anybodys as unknown as ProcedureCtx<AdminActor>;
  const copy = await ctx.copy();
  if (copy === null) return next<ProcedureCtx<AdminActor>>({});
  const result = await next({ ctx: { ...ctx, db: copy.db } });
  if (!result.ok && result.error.code === "INTERNAL_SERVER_ERROR") return next({ ctx });
  sayReadAsOf(ctx.request, path, copy);
  return result;
});

/** The same for what reports and searches read, which may be a moment behind. */
export const canReadCopy = (capability: Capability) => can(capability).use(fromCopy);

/** Returns the procedure builder of an entry that reads. */
const reading = ({ allow, fromCopy: mayBeBehind = false }: Read) =>
  mayBeBehind ? (canReadCopy(allow) as unknown as ReturnType<typeof can>) : can(allow);

/** Makes the procedure of an entry that reads. */
export const handleRead = <Schema extends z.ZodType, Result>(
  entry: Read,
  schema: Schema,
  service: Service<Schema, Result>,
) =>
  reading(entry)
    .input(schema)
    .query(({ ctx, input }) => service(ctx, input as z.output<Schema>));

/** Makes the procedure of an entry that reads and has no input. */
export const handleReadAll = <Result>(
  entry: Read,
  service: (ctx: ProcedureCtx<AdminActor>) => Promise<Result>,
) => reading(entry).query(({ ctx }) => service(ctx));

function errorMessage(error: TRPCError): string {
  if (error.cause instanceof DomainError) return error.cause.message;
  if (error.cause instanceof ZodError) return error.cause.issues[0]?.message ?? "Check what you entered.";
  return error.code === "INTERNAL_SERVER_ERROR" ? GENERAL_MESSAGES.somethingWentWrong : error.message;
}
