import { z } from "zod";
import { centsOf, isDollars } from "../dollars.ts";
import { callJson, type JsonCall, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError, type ProviderErrorDetails, type ProviderErrorKind } from "../provider-error.ts";
import { type RedactedAnswer, redactAnswer } from "../redacted-answer.ts";
import { isApproved } from "./tabapay-network-codes.ts";

const PROVIDER = "tabapay";
const NOT_FOUND = 404;

export interface TabaPayAccess {
  /** "https://{FQDN}:{PORT}", or the sandbox's; what follows is appended. */
  baseUrl: string;
  clientId: string;
  /** The bearer token; it also names the addresses that may use it. */
  bearer: string;
  deadlineMs: number;
}

export type CallTabaPay = <Schema extends z.ZodType>(
  call: Pick<JsonCall<Schema>, "method" | "path" | "query" | "body" | "answer" | "safe">,
) => Promise<z.output<Schema>>;

/** Calls TabaPay on behalf of the client: paths begin after it. Throws ProviderError as `callJson` does. */
export function createTabaPayCall(access: TabaPayAccess): CallTabaPay {
  const vendor: JsonVendor = {
    provider: PROVIDER,
    baseUrl: access.baseUrl,
    deadlineMs: access.deadlineMs,
    readError,
  };
  const client = `/v1/clients/${encodeURIComponent(access.clientId)}`;
  const headers = { authorization: `Bearer ${access.bearer}` };
  return (call) => callJson(vendor, { ...call, path: `${client}${call.path}`, headers });
}

const errorSchema = z.object({ SC: z.number(), EC: z.string(), EM: z.string().default("") });

function readError(body: unknown): VendorError | undefined {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? { code: parsed.data.EC, message: parsed.data.EM } : undefined;
}

const amountSchema = z.union([z.string(), z.number()]).refine(isDollars);

const reversalSchema = z.object({ networkRC: z.string().optional(), networkRC2: z.string().optional() });

/** A transaction as TabaPay answers with it. What is not named here is dropped, and with it everything secret. */
export const transactionSchema = z.object({
  SC: z.number(),
  EC: z.string().optional(),
  transactionID: z.string().optional(),
  referenceID: z.string().optional(),
  status: z.string().optional(),
  network: z.string().optional(),
  networkRC: z.string().optional(),
  networkID: z.string().optional(),
  approvalCode: z.string().optional(),
  amount: amountSchema.optional(),
  partialAmount: amountSchema.optional(),
  last4: z.string().max(4).optional(),
  reversalStatus: z.string().optional(),
  reversal: reversalSchema.optional(),
});

export type TabaPayTransaction = z.output<typeof transactionSchema>;

const TELLABLE = {
  whole: new Set([...fieldsOf(transactionSchema), ...fieldsOf(reversalSchema)]),
  prose: new Set<string>(),
  lastFour: new Set<string>(),
};

function fieldsOf({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).map((name) => name.toLowerCase());
}

/** The answer as it may be stored and shown. */
export const redacted = (answer: TabaPayTransaction): RedactedAnswer => redactAnswer(answer, TELLABLE);

/** What moved, or was to move, in cents; null when TabaPay does not say. */
export function amountOf({ partialAmount, amount }: TabaPayTransaction): number | null {
  const said = partialAmount ?? amount;
  return said === undefined ? null : centsOf(said);
}

/** Statuses in which the whole amount, or a part that the bank approved, has moved. */
const PAID = new Set(["COMPLETED", "PARTIAL_COMPLETED"]);
/** Statuses that are final without money having moved. */
const FAILED = new Set(["ERROR", "FAILED"]);

/** Paid or declined when TabaPay is sure and does not contradict itself, else "pending". */
export function stateOf({ SC, status = "", networkRC }: TabaPayTransaction): "paid" | "declined" | "pending" {
  if (SC !== 200) return "pending";
  if (PAID.has(status) && isApproved(networkRC)) return "paid";
  return FAILED.has(status) && !isApproved(networkRC) ? "declined" : "pending";
}

/** An answer that leaves open what happened, with the name that TabaPay gave to it. */
export function openOutcome(answer: TabaPayTransaction): ProviderError {
  const { SC, EC, status, transactionID } = answer;
  return tabaPayError("unknown", {
    message: `${SC} ${status ?? "no status"}`,
    status: SC,
    vendorCode: status ?? EC,
    reference: transactionID || undefined,
    answer: redacted(answer),
  });
}

/** An error of our own making about TabaPay. */
export function tabaPayError(
  kind: ProviderErrorKind,
  details: Omit<ProviderErrorDetails, "kind" | "provider">,
): ProviderError {
  return new ProviderError({
    ...details,
    kind,
    provider: PROVIDER,
    message: `${PROVIDER}: ${details.message}`,
  });
}

/** For `catch`: TabaPay's own 404 becomes null, not that of something else at a wrong address. */
export function nullWhenUnknown(error: unknown): null {
  if (error instanceof ProviderError && error.status === NOT_FOUND && error.vendorCode) return null;
  throw error;
}
