import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { DomainError } from "@countinghouse/api/errors";
import type { Services } from "@countinghouse/api/services";
import type { Vendor } from "@countinghouse/api/vendors-off";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { type ErrorHandler, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import { secureHeaders } from "hono/secure-headers";
import { type CallOptions, createCallListener, requestFacts, tooManyRequests } from "./calls.ts";
import { sendRefusal } from "./export-answer.ts";
import { createExportListener, exportsFrom } from "./exports.ts";
import { createFileRoutes } from "./files.ts";
import { createHealthRoutes } from "./health.ts";
import { createImportFileListener, IMPORT_FILES_PATH } from "./import-files.ts";
import { METABASE_PATH, metabaseRedirect } from "./metabase.ts";
import { FILE_PATHS, type FilePath, isFilePath } from "./multipart.ts";
import { POLICY_REPORTS_PATH, policyReports } from "./policy-reports.ts";
import { createQuota } from "./quota.ts";
import { REDEEM_PATH, reAccessRedeem } from "./re-access-redeem.ts";
import { createRequestLimits, type RequestRates } from "./request-limits.ts";
import { createSubscriptionRoutes } from "./subscriptions.ts";
import { createRouteNames, type Route, tracedRequests } from "./tracing/requests.ts";
import { createUnread, letGo, skipRest } from "./unread.ts";
import { createUploadListener, UPLOAD_PATH } from "./uploads.ts";
import { MIDDESK_WEBHOOK_PATH, middeskWebhook, PLAID_WEBHOOK_PATH, plaidWebhook } from "./webhooks.ts";
import { createWriteProbe } from "./write-probe.ts";

const CONSOLE_DIR = fileURLToPath(new URL("../../console/dist", import.meta.url));

/** The name of the endpoint for reports in the headers. */
const REPORT_GROUP = "policies";

/** One year, for this host and its subdomains. Browsers use it over https only. */
const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains";

export interface AppOptions extends CallOptions {
  /** Folder of the built console. */
  consoleDir?: string | undefined;
  /** The origin of links to files, if it is not this server. */
  fileOrigin?: string | undefined;
  /** The most bytes of files that are received at once, for uploads and for imports each. */
  quarantineBytes?: number | undefined;
  /** The most requests in a minute. */
  rates?: RequestRates | undefined;
}

const QUARANTINE_BYTES = 2_000_000_000;

/** Returns the HTTP listener of the server: calls, exports, files, webhooks, the bot check, health, and the console's files. */
export function createListener(services: Services, options: AppOptions): RequestListener {
  const late = createUnread(services);
  const answerCalls = createCallListener(services, options, late);
  const { dispatch, routes } = createRoutes(services, options, answerCalls);
  const routeOf = createRouteNames(routes);
  const secondsToWait = createRequestLimits(services, options, options.rates);
  return tracedRequests(options, routeOf, (request, response) => {
    response.setHeader("strict-transport-security", STRICT_TRANSPORT);
    void secondsToWait(request).then(async (seconds) => {
      // A closed connection receives no answer, and has no line in the log.
      if (response.closed) return;
      if (seconds === null) return dispatch(request, response);
      response.setHeader("retry-after", String(seconds));
      letGo(request, response);
      if (request.method === "POST" && request.url?.startsWith("/trpc/"))
        return answerCalls(request, response, seconds);
      late.count("LIMITED", routeOf(request));
      await late.hold(response);
      if (response.closed) return;
      const refusal = new DomainError("LIMITED", tooManyRequests(seconds), { retryAfterSeconds: seconds });
      return sendRefusal(services, response, requestFacts(request, services, options), refusal);
    });
  });
}

type Answer = (...asked: Parameters<RequestListener>) => Promise<void>;

/** Returns the dispatcher of requests and all its routes. Traces are named by route, and a test checks the access to each. */
export function createRoutes(services: Services, options: AppOptions, answerCalls: Answer) {
  const answerExport = createExportListener(services, options);
  const quarantineBytes = options.quarantineBytes ?? QUARANTINE_BYTES;
  const app = createApp(services, options);
  // Hono would end the connection of each body that a route does not read, and a flood would come again at once.
  const answerRest = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const takeFiles: Record<FilePath, Answer> = {
    [UPLOAD_PATH]: createUploadListener(services, options, createQuota(quarantineBytes)),
    [IMPORT_FILES_PATH]: createImportFileListener(services, options, createQuota(quarantineBytes)),
  };
  const dispatch: RequestListener = (request, response) => {
    const address = request.method === "POST" ? request.url : undefined;
    if (address?.startsWith("/trpc/")) void answerCalls(request, response);
    else if (isFilePath(address)) void takeFiles[address](request, response);
    else if (address === undefined || !answerExport(address, request, response)) {
      response.once("finish", () => skipRest(request));
      void answerRest(request, response);
    }
  };
  const others = app.routes.filter(({ method, path }) => method !== "ALL" && path !== "/*");
  const routes = new Set<Route>([
    "POST /trpc",
    ...[...FILE_PATHS, ...exportsFrom(services).map(({ route }) => route)].map((at) => routeAt("POST", at)),
    ...others.map(({ method, path }) => routeAt(method, path)),
  ]);
  return { dispatch, routes: [...routes] };
}

/** Leaves the end of an address out, because it can be a ticket that opens a file. */
const routeAt = (method: string, path: string) => `${method} ${path.replace(/\/(:\w+|\*)?$/, "")}` as Route;

function createApp(services: Services, options: AppOptions) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError(answerError(services));
  app.route("/", createHealthRoutes({ whyNotAlive: () => null, whyNotReady: createWriteProbe(services.db) }));
  app.route("/", createFileRoutes(services, options));
  app.use("*", secureHeaders(headersWith(options.fileOrigin)));
  app.route("/", createSubscriptionRoutes(services, options));
  app.post(POLICY_REPORTS_PATH, policyReports(services, options));
  app.all("/trpc/*", (c) => c.json({ error: "Calls are JSON, made with POST." }, 405));
  app.get("/api/bot/challenge", async (c) => {
    c.header("cache-control", "no-store");
    return c.json(await services.botCheck.challenge());
  });
  const isOn = (vendor: Vendor) => !services.vendorsOff.includes(vendor);
  if (isOn("bankLink")) app.post(PLAID_WEBHOOK_PATH, plaidWebhook(services));
  if (isOn("businessVerification")) app.post(MIDDESK_WEBHOOK_PATH, middeskWebhook(services));
  if (isOn("customerPortal")) app.post(REDEEM_PATH, reAccessRedeem(services));
  if (services.metabase.url !== null) app.get(METABASE_PATH, metabaseRedirect(services, options));
  serveConsole(app, options.consoleDir ?? CONSOLE_DIR);
  return app;
}

/**
 * Answers an error of a route: 400 for a body that broke off, the answer of an HTTPException, else 500. Only the last is logged, with the
 * route instead of the address, which can contain a ticket.
 */
const answerError =
  ({ log }: Pick<Services, "log">): ErrorHandler<{ Bindings: HttpBindings }> =>
  (error, c) => {
    const { incoming } = c.env;
    if (incoming.destroyed && !incoming.complete) return c.json({ ok: false }, 400);
    if (error instanceof HTTPException) return error.getResponse();
    log.error({ route: `${c.req.method} ${routePath(c, -1)}`, error: String(error) }, "unexpected");
    return c.json({ ok: false }, 500);
  };

/**
 * The style elements that pages may add, as hashes of their text: sonner adds an empty one and then fills it. A test compares
 * the second hash with the library.
 */
export const INLINE_STYLES = [
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
];

const headersWith = (fileOrigin: string | undefined): Parameters<typeof secureHeaders>[0] => ({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", ...INLINE_STYLES.map((hash) => `'${hash}'`)],
    connectSrc: ["'self'", ...(fileOrigin === undefined ? [] : [fileOrigin])],
    imgSrc: ["'self'", "data:", "blob:"],
    fontSrc: ["'self'"],
    workerSrc: ["'self'", "blob:"],
    frameSrc: ["'self'", "blob:", ...(fileOrigin === undefined ? [] : [fileOrigin])],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // The policies of the bot check's widget and of its worker.
    trustedTypes: ["svelte-trusted-html", "countinghouse"],
    reportUri: POLICY_REPORTS_PATH,
    reportTo: REPORT_GROUP,
  },
  reportingEndpoints: [{ name: REPORT_GROUP, url: POLICY_REPORTS_PATH }],
  referrerPolicy: "no-referrer",
  strictTransportSecurity: STRICT_TRANSPORT,
  permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
});

/** Serves the console's files. Names with a hash are cached for a year; every other address is the console itself. */
function serveConsole(app: Hono<{ Bindings: HttpBindings }>, root: string): void {
  if (!existsSync(root)) return;
  app.use("/assets/*", async (c, next) => {
    await next();
    if (c.res.ok) c.header("cache-control", "public, max-age=31536000, immutable");
  });
  app.use("*", serveStatic({ root }));
  const shell = serveStatic({ root, path: "index.html" });
  app.get("*", async (c, next) => {
    if (/\.[a-z0-9]+$/i.test(c.req.path)) return c.notFound();
    c.header("cache-control", "no-cache");
    return (await shell(c, next)) ?? c.notFound();
  });
}
