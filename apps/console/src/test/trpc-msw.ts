import type { AppRouter, RouterInputs, RouterOutputs } from "@countinghouse/api";
import { type AnyTRPCProcedure, initTRPC, TRPCError, type tracked } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { HttpResponse, http } from "msw";
import superjson from "superjson";

type Kind = "query" | "mutation" | "subscription";
type Procedures = AppRouter["_def"]["record"];

/** "users.list" and the like: the paths of all procedures of one kind. */
type PathOf<Node, K extends Kind, Prefix extends string = ""> = {
  [Name in keyof Node & string]: Node[Name] extends AnyTRPCProcedure
    ? Node[Name]["_def"]["type"] extends K
      ? `${Prefix}${Name}`
      : never
    : PathOf<Node[Name], K, `${Prefix}${Name}.`>;
}[keyof Node & string];

type At<Node, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Node
    ? At<Node[Head], Rest>
    : never
  : Path extends keyof Node
    ? Node[Path]
    : never;

type Call<Path extends string> = { input: At<RouterInputs, Path>; request: Request };
type Answer<Path extends string> = At<RouterOutputs, Path>;
type Resolve<Path extends string> = (call: Call<Path>) => Answer<Path> | Promise<Answer<Path>>;

/** What a subscription tells is named by `tracked`, and arrives with that name beside it. */
type Telling<Told> =
  Told extends AsyncIterable<{ id: string; data: infer Data }>
    ? AsyncIterable<ReturnType<typeof tracked<Data>>>
    : Told;

type Refusal = {
  message?: string;
  fieldErrors?: Record<string, string[]>;
  details?: Record<string, unknown>;
};

const CORRELATION_ID = "0f2a6c1e-correlation";

const t = initTRPC.context<{ request: Request }>().create({
  transformer: superjson,
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const refusal = error.cause instanceof RefusalCause ? error.cause.refusal : {};
    return {
      ...shape,
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path,
        correlationId: CORRELATION_ID,
        fieldErrors: refusal.fieldErrors ?? {},
        details: refusal.details ?? {},
      },
    };
  },
});

const procedures = new Map<string, AnyTRPCProcedure>();

/**
 * Stands in for the server's procedures, typed by their paths. The real fetch adapter answers, so that batches,
 * superjson and errors are what the console meets on the wire.
 */
export const mockTrpc = {
  query: <Path extends PathOf<Procedures, "query">>(path: Path, resolve: Resolve<Path>) =>
    procedures.set(path, procedure<Path>().query(call(resolve))),

  mutation: <Path extends PathOf<Procedures, "mutation">>(path: Path, resolve: Resolve<Path>) =>
    procedures.set(path, procedure<Path>().mutation(call(resolve))),

  /** What a subscription tells, one after the other; it ends with the last. */
  subscription: <Path extends PathOf<Procedures, "subscription">>(
    path: Path,
    resolve: (call: Call<Path> & { signal: AbortSignal | undefined }) => Telling<Answer<Path>>,
  ) =>
    procedures.set(
      path,
      procedure<Path>().subscription(({ input, ctx, signal }) =>
        resolve({ input: input as Call<Path>["input"], request: ctx.request, signal }),
      ),
    ),

  /** The error a procedure throws to refuse. */
  refusal: (code: TRPCError["code"], refusal: Refusal = {}) =>
    new TRPCError({
      code,
      message: refusal.message ?? "Something went wrong",
      cause: new RefusalCause(refusal),
    }),

  reset: () => procedures.clear(),

  /** The network going away: no answer at all. */
  offline: http.all("*/trpc/*", () => HttpResponse.error()),

  handler: http.all("*/trpc/*", ({ request }) =>
    fetchRequestHandler({
      endpoint: "/trpc",
      req: request,
      router: t.router(asTree(procedures)),
      allowMethodOverride: true,
      createContext: () => ({ request }),
    }),
  ),
};

class RefusalCause extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const procedure = <Path extends string>() =>
  t.procedure.input((input: unknown) => input as Call<Path>["input"]);

const call =
  <Path extends string>(resolve: Resolve<Path>) =>
  ({ input, ctx }: { input: unknown; ctx: { request: Request } }) =>
    resolve({ input: input as Call<Path>["input"], request: ctx.request });

type Tree = { [name: string]: AnyTRPCProcedure | Tree };

function asTree(byPath: ReadonlyMap<string, AnyTRPCProcedure>): Tree {
  const root: Tree = {};
  for (const [path, each] of byPath) {
    const [domain = "", name = ""] = path.split(".");
    root[domain] = { ...(root[domain] as Tree | undefined), [name]: each };
  }
  return root;
}
