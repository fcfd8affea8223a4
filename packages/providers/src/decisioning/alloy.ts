import { z } from "zod";
import { entriesIfAny, nullUnlessRead } from "../answer-fields.ts";
import { type AccessToken, createBearerAccess } from "../bearer-access.ts";
import { callJson, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError } from "../provider-error.ts";
import type { Decisioning, Evaluation } from "./port.ts";

const PROVIDER = "alloy";
const RENEWED_BEFORE_EXPIRY_MS = 60_000;
const NOT_FOUND = 404;

export interface AlloyConfig {
  /** "https://alloy.co/v1", or the sandbox's. */
  baseUrl: string;
  /** "basic" sends token and secret with each call, "oauth2" trades them for a bearer token. */
  auth: "basic" | "oauth2";
  token: string;
  secret: string;
  /** Names the workflow when token and secret are those of a whole account. */
  workflowToken?: string | undefined;
  deadlineMs: number;
  now: () => Date;
}

/** Decisions of Alloy. The evaluation id is Alloy's evaluation token. */
export function createAlloyDecisioning(config: AlloyConfig): Decisioning {
  const vendor: JsonVendor = {
    provider: PROVIDER,
    baseUrl: config.baseUrl,
    deadlineMs: config.deadlineMs,
    readError: readAlloyError,
  };
  const withAuthorization = authorized(config, vendor);
  const workflow: Record<string, string> =
    config.workflowToken === undefined ? {} : { "alloy-workflow-token": config.workflowToken };
  return {
    evaluation: (evaluationId) => {
      const path = `/evaluations/${encodeURIComponent(evaluationId)}`;
      return withAuthorization((authorization) =>
        callJson(vendor, {
          method: "GET",
          path,
          headers: { authorization, ...workflow },
          answer: evaluationSchema,
          safe: true,
        }).catch(nullWhenNotFound),
      );
    },
  };
}

/** Alloy's own 404, not that of something else at a wrong address. */
function nullWhenNotFound(error: unknown): null {
  if (error instanceof ProviderError && error.status === NOT_FOUND && error.vendorCode) return null;
  throw error;
}

type UseAuthorization = <Answer>(call: (authorization: string) => Promise<Answer>) => Promise<Answer>;

function authorized(config: AlloyConfig, vendor: JsonVendor): UseAuthorization {
  const basic = `Basic ${Buffer.from(`${config.token}:${config.secret}`).toString("base64")}`;
  if (config.auth === "basic") return (call) => call(basic);
  const access = createBearerAccess({
    request: () => requestToken(config, vendor, basic),
    isTokenRefused: ({ status }) => status === 401,
    now: config.now,
  });
  return (call) => access.use(call);
}

/** How long a token is good for need not be told: then it is used until Alloy no longer knows it, and for no longer than this. */
const USUAL_LIFETIME_SECONDS = 3_600;

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: nullUnlessRead(z.number().positive()),
});

async function requestToken(config: AlloyConfig, vendor: JsonVendor, basic: string): Promise<AccessToken> {
  const askedAt = config.now().getTime();
  const answer = await callJson(vendor, {
    method: "POST",
    path: "/oauth/bearer",
    headers: { authorization: basic },
    body: { grant_type: "client_credentials" },
    answer: tokenSchema,
    safe: true,
  });
  return {
    authorization: `Bearer ${answer.access_token}`,
    renewAt: askedAt + (answer.expires_in ?? USUAL_LIFETIME_SECONDS) * 1000 - RENEWED_BEFORE_EXPIRY_MS,
  };
}

/** What became of each service, where that is told in a word. */
const inWords = (services: Record<string, unknown> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

const evaluationSchema = z
  .object({
    evaluation_token: z.string().min(1),
    timestamp: z.number().transform(Math.round),
    // There is none while the evaluation waits for more to be supplied.
    summary: z
      .object({
        outcome: z.string().nullish(),
        // Of what their entries are is not published.
        outcome_reasons: entriesIfAny(z.string()),
        score: nullUnlessRead(z.number()),
        tags: entriesIfAny(z.string()),
        services: nullUnlessRead(z.record(z.string(), z.unknown())).transform(inWords),
      })
      .nullish(),
  })
  .transform(
    ({ evaluation_token, timestamp, summary }): Evaluation => ({
      evaluationId: evaluation_token,
      evaluatedAt: new Date(timestamp),
      outcome: summary?.outcome || null,
      reasons: summary?.outcome_reasons ?? [],
      score: summary?.score ?? null,
      tags: summary?.tags ?? [],
      services: summary?.services ?? {},
    }),
  );

const errorSchema = z.object({
  error: z.object({ minor_code: z.number().nullish(), type: z.string(), message: z.string().default("") }),
});

function readAlloyError(body: unknown): VendorError | undefined {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { minor_code, type, message } = parsed.data.error;
  return { code: String(minor_code ?? type), message: `${type}. ${message}` };
}
