import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Actor, actorKey } from "@countinghouse/api/actor";
import { deviceTokensIn } from "@countinghouse/api/auth/known-devices";
import { refreshTokenAmong } from "@countinghouse/api/auth/refresh-cookie";
import { createCtx, type RequestFacts } from "@countinghouse/api/context";
import { appRouter } from "@countinghouse/api/router";
import type { ProcedureCtx, Services } from "@countinghouse/api/services";
import { tellTrace, traced } from "@countinghouse/api/tracing";
import { transformer } from "@countinghouse/api/transformer";
import { signedOut } from "@countinghouse/api/trpc";
import { getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { SuperJSONResult } from "superjson";
import {
  LARGEST_BODY,
  LARGEST_BODY_OF_VISITORS,
  parseBody,
  readBody,
  refuseInstructions,
  refuseOtherContent,
} from "./call-bodies.ts";
import { AnswerHeaders } from "./procedures/answer-headers.ts";
import { bearer, readCaller } from "./procedures/caller.ts";
import { type BuiltProcedure, runProcedure } from "./procedures/run-procedure.ts";
import { knownName, logRequest } from "./request-log.ts";
import { createUnread, type Unread } from "./unread.ts";

/** At run time the router has its procedures in a flat map, by their whole path. */
const PROCEDURES = appRouter._def.procedures as unknown as Record<string, BuiltProcedure>;

export const MOST_CALLS_IN_A_BATCH = 10;

export interface CallOptions {
  /** True when a reverse proxy writes the browser's address into X-Forwarded-For. */
  trustProxy: boolean;
}

interface Answer {
  status: number;
  body: { result: { data: unknown } } | { error: unknown };
  /** OK, or the code of the refusal. */
  outcome: string;
}

/** Answers a call. With `waitSeconds` it refuses the call, because the caller has to wait that long. */
type CallListener = (
  request: IncomingMessage,
  response: ServerResponse,
  waitSeconds?: number | null,
) => Promise<void>;

/** The answers, and the code of the refusal when the request was not read. */
interface Answered {
  answers: Answer[];
  unread: string | null;
}

/** Returns the code of a refusal that left the request unread, or null. */
const unreadBy = (thrown: unknown): string | null =>
  thrown instanceof TRPCError && ["TOO_MANY_REQUESTS", "PAYLOAD_TOO_LARGE"].includes(thrown.code)
    ? thrown.code
    : null;

const tooMany = (seconds: number): TRPCError =>
  new TRPCError({ code: "TOO_MANY_REQUESTS", message: tooManyRequests(seconds) });

/** Returns the message for too many requests. */
export const tooManyRequests = (seconds: number): string =>
  `Too many requests. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;

/**
 * Answers the requests of tRPC's batch link: POST /trpc/a,b?batch=1 with the inputs by position. It has the protocol of tRPC's HTTP
 * adapters, and runs the steps of a procedure in order. docs/performance.md has the savings, and a test compares each answer with tRPC's.
 */
export function createCallListener(
  services: Services,
  options: CallOptions,
  late: Unread = createUnread(services),
): CallListener {
  return async (request, response, waitSeconds = null) => {
    const began = performance.now();
    const facts = requestFacts(request, services, options);
    const [address = "", query = ""] = (request.url ?? "").split("?");
    const isBatch = query === "batch=1";
    const path = decodePath(address.slice("/trpc/".length));
    const paths = isBatch ? path.split(",") : [path];
    const refuse = () => Promise.reject<Answered>(tooMany(waitSeconds ?? 0));
    const asked = waitSeconds === null ? answersTo(request, services, facts, paths, isBatch) : refuse();
    const { answers, unread } = await asked.catch((thrown: unknown): Answered => {
      if (!(thrown instanceof TRPCError)) services.log.error({ path, error: String(thrown) }, "unexpected");
      const refused = refusal(thrown, path, createCtx(services, { kind: "visitor", ip: facts.ip }, facts));
      const { correlationId } = facts;
      const reason = unreadBy(thrown);
      for (const procedure of reason === null ? paths.slice(0, MOST_CALLS_IN_A_BATCH) : [])
        logRequest(services, { procedure, actor: null, outcome: refused.outcome, began, correlationId });
      return { answers: [refused], unread: reason };
    });
    if (unread !== null) {
      late.count(unread, "POST /trpc");
      await late.hold(response);
      if (response.closed) return;
    }
    // The server does not wait for a body that it does not read.
    if (!request.complete) response.setHeader("connection", "close");
    send(response, facts, answers, isBatch);
  };
}

async function answersTo(
  request: IncomingMessage,
  services: Services,
  facts: RequestFacts,
  paths: string[],
  isBatch: boolean,
): Promise<Answered> {
  if (paths.length > MOST_CALLS_IN_A_BATCH) {
    throw new TRPCError({
      code: "BAD_REQUEST",
      message: `At most ${MOST_CALLS_IN_A_BATCH} calls go in a batch.`,
    });
  }
  // The caller is identified before the body is read.
  const token = bearer(request);
  const actor = await actorFor(services, request, paths, facts.ip);
  const ctx = createCtx(services, actor, facts);
  const { correlationId } = facts;
  const logged = (procedure: string, began: number, answer: Answer): Answer => {
    logRequest(services, { procedure, actor, outcome: answer.outcome, began, correlationId });
    return answer;
  };
  const isVisitor = actor.kind === "visitor";
  let body: unknown;
  try {
    const sent = await readBody(request, isVisitor ? LARGEST_BODY_OF_VISITORS : LARGEST_BODY);
    refuseOtherContent(request);
    body = parseBody(sent);
    if (isVisitor) refuseInstructions(body);
  } catch (thrown) {
    if (!isVisitor || token === null) throw thrown;
    // A caller with a token may send the input of an admin. The session is over, and the console has to know.
    const unread = unreadBy(thrown);
    const answers = paths.map((path) => refusal(signedOut(), path, ctx));
    if (unread === null)
      for (const [at, answer] of answers.entries()) logged(paths[at] ?? "", performance.now(), answer);
    return { answers, unread };
  }
  const answers = await Promise.all(
    paths.map(async (path, index) => {
      const began = performance.now();
      const answer = () => answerTo(ctx, path, () => inputAt(body, index, isBatch));
      return traced(
        knownName(path),
        { "rpc.system": "trpc", "countinghouse.actor": actorKey(actor) },
        async () => logged(path, began, await answer()),
      );
    }),
  );
  if (!paths.every(onlyReads)) services.knownSessions?.forget();
  return { answers, unread: null };
}

/** Returns the actor: for changes from the database, for reads also from the cache, which learns of each end of a session. */
function actorFor(services: Services, request: IncomingMessage, paths: string[], ip: string): Promise<Actor> {
  const known = paths.every(onlyReads) ? services.knownSessions : undefined;
  return readCaller(services, request, ip, known && ((token) => known.readActor(token, ip)));
}

const onlyReads = (path: string): boolean =>
  Object.hasOwn(PROCEDURES, path) && PROCEDURES[path]?._def.type === "query";

/** Answers one call. An input that `read` cannot read refuses this call only, not the whole batch. */
async function answerTo(ctx: ProcedureCtx, path: string, read: () => unknown): Promise<Answer> {
  try {
    const input = read();
    const procedure = Object.hasOwn(PROCEDURES, path) ? PROCEDURES[path] : undefined;
    if (procedure === undefined) {
      throw new TRPCError({ code: "NOT_FOUND", message: `No procedure found on path "${path}"` });
    }
    // Streams are answered by GET, in subscriptions.ts.
    if (procedure._def.type === "subscription") throw notPosted();
    const data = await runProcedure(procedure, { ctx, path, input });
    return { status: 200, body: { result: { data: transformer.serialize(data) } }, outcome: "OK" };
  } catch (thrown) {
    return refusal(thrown, path, ctx);
  }
}

const notPosted = () =>
  new TRPCError({
    code: "METHOD_NOT_SUPPORTED",
    message: "Method override is not supported for subscriptions",
  });

function refusal(thrown: unknown, path: string, ctx: ProcedureCtx): Answer {
  const error = getTRPCErrorFromUnknown(thrown);
  const shape = getTRPCErrorShape({
    config: appRouter._def._config,
    error,
    type: "unknown",
    path,
    input: undefined,
    ctx,
  });
  return {
    status: getHTTPStatusCodeFromError(error),
    body: { error: transformer.serialize(shape) },
    outcome: error.code,
  };
}

/** Sends the whole answer in one write. Answers with different statuses are sent as 207, like tRPC's adapters do. */
function send(response: ServerResponse, facts: ServedFacts, answers: Answer[], isBatch: boolean): void {
  const bodies = answers.map(({ body }) => body);
  const statuses = new Set(answers.map(({ status }) => status));
  const text = JSON.stringify(isBatch ? bodies : bodies[0]);
  for (const [name, value] of facts.answer) response.appendHeader(name, value);
  response.writeHead(statuses.size === 1 ? (answers[0]?.status ?? 200) : 207, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-correlation-id": facts.correlationId,
  });
  response.end(text);
}

/** The facts of a request, with the headers for its answer. */
export interface ServedFacts extends RequestFacts {
  answer: AnswerHeaders;
}

/** Returns the facts of a request that every route needs. */
export function requestFacts(
  request: IncomingMessage,
  services: Services,
  options: CallOptions,
): ServedFacts {
  const { headers } = request;
  const correlationId = randomUUID();
  tellTrace({ "countinghouse.correlation_id": correlationId });
  return {
    correlationId,
    ip: requestAddress(request, options),
    userAgent: headers["user-agent"] ?? "",
    refreshToken: refreshTokenAmong(cookiesOf(request), services.secureCookies),
    deviceTokens: deviceTokensIn(cookiesOf(request), services.secureCookies),
    sameSite: isFromHere(headers, services.consoleUrl),
    answer: new AnswerHeaders(),
  };
}

/** Returns the cookies of a request, each as `name=value`. */
export const cookiesOf = ({ headers }: IncomingMessage): string[] => headers.cookie?.split("; ") ?? [];

/** Returns the address of the browser. A trusted proxy reports it in X-Forwarded-For. */
export function requestAddress(
  { headers, socket }: IncomingMessage,
  { trustProxy }: Pick<CallOptions, "trustProxy">,
): string {
  const forwarded = trustProxy
    ? String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : "";
  return forwarded || (socket.remoteAddress ?? "");
}

/** Returns true for a request of the console's own pages. Without Sec-Fetch-Site its origin must be the console's. */
function isFromHere(headers: IncomingMessage["headers"], consoleUrl: string): boolean {
  const site = headers["sec-fetch-site"]?.toString();
  if (site !== undefined) return site === "same-origin" || site === "none";
  return headers.origin === undefined || headers.origin === new URL(consoleUrl).origin;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the input of the call at `index`: the member of that name in a batch, else the whole body. */
function inputAt(body: unknown, index: number, isBatch: boolean): unknown {
  const sent = isBatch && isRecord(body) ? body[String(index)] : isBatch ? undefined : body;
  return isRecord(sent) && "json" in sent
    ? transformer.deserialize(sent as unknown as SuperJSONResult)
    : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
