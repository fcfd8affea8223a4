import { z } from "zod";
import { isDollars, toCents } from "../dollars.ts";
import { callJson, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError, type ProviderErrorKind } from "../provider-error.ts";
import { type RedactedAnswer, redactAnswer, withoutNumbers } from "../redacted-answer.ts";

export const PROVIDER = "payliance";
const BAD_REQUEST = 400;

export interface PaylianceAccess {
  /** "https://api.payliance.com/api/v1/echeck", or the sandbox's. */
  baseUrl: string;
  secretKey: string;
  /** How long one call may take, in ms. */
  deadlineMs: number;
}

export interface PaylianceCall<Schema extends z.ZodType> {
  path: string;
  body: object;
  /** Of the answer with the names of its fields in lower case: Payliance writes them in more than one way. */
  answer: Schema;
  /** True when a repeat harms nothing: then a lost answer is `unavailable`, not `unknown`. */
  safe: boolean;
  /** Whether a 400 is an answer like others. */
  answersBadRequest?: boolean;
}

/** Makes one call and returns its checked answer, and the whole of it as it may be stored and shown. */
export type CallPayliance = <Schema extends z.ZodType>(
  call: PaylianceCall<Schema>,
) => Promise<{ answer: z.output<Schema>; raw: RedactedAnswer }>;

/** Calls Payliance's eCheck interface as the holder of the key. Throws ProviderError as `callJson` does. */
export function createPaylianceCall({ baseUrl, secretKey, deadlineMs }: PaylianceAccess): CallPayliance {
  const vendor: JsonVendor = { provider: PROVIDER, baseUrl, deadlineMs, readError };
  const headers = { authorization: `Bearer ${secretKey}` };
  return ({ path, body, answer, safe, answersBadRequest = false }) =>
    callJson(vendor, {
      method: "POST",
      path,
      headers,
      body,
      safe,
      alsoAnswersWith: answersBadRequest ? [BAD_REQUEST] : [],
      answer: z.preprocess(inLowerCase, withRaw(answer)),
    });
}

/** An amount of dollars in an answer, read as cents. */
export const amountSchema = z.union([z.number(), z.string()]).refine(isDollars).transform(toCents);

/** Ids are longer than a number holds: `callJson` reads their digits. */
export const authorizationIdSchema = z.union([z.string().min(1), z.int().positive().transform(String)]);

/** What is read from an answer or a part of it, and the whole of it as it may be stored and shown. */
export function withRaw<Schema extends z.ZodType>(schema: Schema) {
  return z.looseObject({}).transform((written, context) => {
    const parsed = schema.safeParse(written);
    if (parsed.success) return { answer: parsed.data, raw: redactAnswer(written, TELLABLE) };
    context.addIssue("not what is expected");
    return z.NEVER;
  });
}

/** An error of our own making about Payliance. */
export function paylianceError(kind: ProviderErrorKind, vendorCode: string, message: string): ProviderError {
  return new ProviderError({ kind, provider: PROVIDER, vendorCode, message: `${PROVIDER}: ${message}` });
}

const TELLABLE = {
  whole: new Set([
    "authorizationid",
    "uniquetranid",
    "validationcode",
    "status",
    "amount",
    "returnamount",
    "returncode",
    "returnreason",
    "returndate",
    "datereturned",
    "settledate",
    "trancode",
    "transtatus",
    "transactioncode",
    "seccode",
    "type",
    "traceid",
  ]),
  prose: new Set(["message", "title", "detail", "errors"]),
  lastFour: new Set(["accountnumber"]),
};

/** The whole of an answer with the names of its fields in lower case, inside and out. */
function inLowerCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [name.toLowerCase(), inLowerCase(field)]),
  );
}

/** What is said of a request that is wrong (RFC 7807). */
const problemSchema = z.object({
  title: z.string().nullish(),
  detail: z.string().nullish(),
  errors: z.record(z.string(), z.array(z.string())).nullish(),
});

const refusalSchema = z.object({ successful: z.literal(false), message: z.string() });

function readError(body: unknown): VendorError | undefined {
  const lower = inLowerCase(body);
  const refusal = refusalSchema.safeParse(lower);
  if (refusal.success) return { code: "REFUSED", message: withoutNumbers(refusal.data.message) };
  const problem = problemSchema.safeParse(lower);
  if (!problem.success) return undefined;
  const { title, detail, errors } = problem.data;
  const ofFields = Object.entries(errors ?? {}).map(([field, said]) => `${field} ${said.join(" ")}`);
  const words = withoutNumbers([...ofFields, detail ?? ""].filter(Boolean).join("; "));
  return title || words ? { code: title || "REFUSED", message: words || "no further words" } : undefined;
}
