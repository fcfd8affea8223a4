import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Clock } from "../clock.ts";
import type { Vendor } from "../vendor.ts";
import { madeUpSummary } from "./generated-evaluations.ts";

const LIFETIME_SECONDS = 3600;

/** The demonstration application's key, known to everyone. */
export const ALLOY_CREDENTIALS = { token: "alloy-sandbox-token", secret: "alloy-sandbox-secret" };

/** Alloy's evaluations, to be read: one for every token that could be one, always the same. */
export function createAlloy(clock: Clock): Vendor {
  const expiries = new Map<string, number>();
  const errorBody = (status: number) => alloyError(status, clock.now());
  const refused = (status: ContentfulStatusCode) =>
    new HTTPException(status, { res: Response.json(errorBody(status), { status }) });
  const knows = (authorization: string): boolean => {
    const [scheme, value = ""] = authorization.split(" ");
    if (scheme === "Basic") return value === BASIC;
    return scheme === "Bearer" && (expiries.get(value) ?? 0) > clock.real().getTime();
  };

  const app = new Hono()
    .post("/v1/oauth/bearer", async (c) => {
      if (c.req.header("authorization") !== `Basic ${BASIC}`) throw refused(401);
      const body: unknown = await c.req.json().catch(() => undefined);
      if (!isClientCredentials(body)) throw refused(400);
      const token = randomBytes(20).toString("hex");
      expiries.set(token, clock.real().getTime() + LIFETIME_SECONDS * 1000);
      return c.json({ access_token: token, token_type: "Bearer", expires_in: LIFETIME_SECONDS });
    })
    .use("/v1/*", async (c, next) => {
      if (!knows(c.req.header("authorization") ?? "")) throw refused(401);
      await next();
    })
    .get("/v1/evaluations/:token", (c) => {
      const token = c.req.param("token");
      if (!/^L-[A-Za-z0-9]{6,40}$/.test(token)) throw refused(404);
      return c.json(evaluation(token, { isWaiting: /^L-Waiting/.test(token) }), 201);
    })
    .all("*", (c) => c.json(errorBody(404), 404));

  return { name: "alloy", app, errorBody, snapshot: () => ({}), reset: () => {} };
}

const BASIC = Buffer.from(`${ALLOY_CREDENTIALS.token}:${ALLOY_CREDENTIALS.secret}`).toString("base64");

function isClientCredentials(body: unknown): boolean {
  return (
    typeof body === "object" &&
    body !== null &&
    "grant_type" in body &&
    body.grant_type === "client_credentials"
  );
}

/** One that waits for more to be supplied has no summary yet. */
function evaluation(token: string, { isWaiting }: { isWaiting: boolean }) {
  const { timestamp, summary } = madeUpSummary(token);
  return {
    status_code: 201,
    timestamp,
    evaluation_token: token,
    entity_token: `P-${token.slice(2)}`,
    parent_entity_token: null,
    application_token: "A-sandbox",
    application_version_id: 7,
    champion_challenger_id: null,
    ...(isWaiting ? {} : { summary }),
    supplied: {},
    formatted: {},
    matching: {},
    diligence: {},
    related_data: {},
    raw_responses: {},
  };
}

const INTERNAL = [5000, "Internal Server Error", "Something went wrong on our end."] as const;
/** By HTTP status: minor code, type, message. */
const ERRORS: Record<number, readonly [minorCode: number, type: string, message: string]> = {
  400: [4000, "Bad Request", "The request could not be understood."],
  401: [4010, "API Authentication Failure", "The supplied credentials are not valid."],
  403: [4030, "Forbidden", "The credentials do not allow this."],
  404: [4040, "Not Found", "The requested resource could not be found."],
  429: [4290, "Too Many Requests", "The rate limit was exceeded. Please try again later."],
};

function alloyError(status: number, now: Date) {
  const [minor_code, type, message] = ERRORS[status] ?? INTERNAL;
  return {
    status_code: status,
    error: { minor_code, type, message, details: {}, error_token: randomBytes(16).toString("hex") },
    timestamp: now.getTime(),
    evaluation_token: null,
    entity_token: null,
    application_token: null,
    application_version_id: null,
  };
}
