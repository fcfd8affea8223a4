import { z } from "zod";
import { isDollars, toCents } from "../dollars.ts";
import { callJson, type JsonCall, type JsonVendor, type VendorError } from "../http.ts";
import { ProviderError, type ProviderErrorDetails, type ProviderErrorKind } from "../provider-error.ts";
import { type RedactedAnswer, redactAnswer } from "../redacted-answer.ts";
import type { CardLookUp } from "./port.ts";
import { isApproved, PARTLY_APPROVED } from "./tabapay-network-codes.ts";

export const PROVIDER = "tabapay";
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

const errorSchema = z.object({ SC: z.number(), EC: z.string().nullish(), EM: z.string().nullish() });

function readError(body: unknown): VendorError | undefined {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { SC, EC, EM } = parsed.data;
  return { code: EC || String(SC), message: EM ?? "no further words" };
}

/** TabaPay's own examples leave out the digit before the point, or what is after it. One without digits tells nothing. */
const amountSchema = z
  .union([z.string(), z.number()])
  .transform((said) => String(said).replace(/^\./, "0.").replace(/\.$/, "") || undefined)
  .refine((said) => said === undefined || isDollars(said))
  .nullish()
  .transform((said) => said ?? undefined);

const textSchema = z
  .string()
  .nullish()
  .transform((said) => said ?? undefined);

/** One try to undo a pull. */
const reversalSchema = z.object({
  reversalStatus: textSchema,
  networkRC: textSchema,
  networkRC2: textSchema,
  reversalAmount: amountSchema,
});

export type TabaPayReversal = z.output<typeof reversalSchema>;

/** A transaction as TabaPay answers with it. What is not named here is dropped, and with it everything secret. */
export const transactionSchema = z.object({
  SC: z
    .number()
    .nullish()
    .transform((said) => said ?? undefined),
  EC: textSchema,
  transactionID: textSchema,
  referenceID: textSchema,
  status: textSchema,
  network: textSchema,
  networkRC: textSchema,
  networkID: textSchema,
  approvalCode: textSchema,
  amount: amountSchema,
  partialAmount: amountSchema,
  last4: textSchema.transform((said) => said?.slice(-4)),
  reversalStatus: textSchema,
  reversal: reversalSchema.nullish().transform((said) => said ?? undefined),
  /** Each try, where there was more than one; the newest stands in `reversal` as well. */
  reversals: z
    .array(reversalSchema)
    .nullish()
    .transform((said) => said ?? []),
});

export type TabaPayTransaction = z.output<typeof transactionSchema>;

const TELLABLE = {
  whole: new Set([...fieldNames(transactionSchema), ...fieldNames(reversalSchema)]),
  prose: new Set<string>(),
  lastFour: new Set<string>(),
};

function fieldNames({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).map((name) => name.toLowerCase());
}

/** The answer as it may be stored and shown. */
export const redacted = (answer: TabaPayTransaction): RedactedAnswer => redactAnswer(answer, TELLABLE);

/** What moved, or was to move, in cents; null when TabaPay does not say. */
export function movedAmount(answer: TabaPayTransaction): number | null {
  const said = answer.partialAmount ?? (isUntoldPart(answer) ? undefined : answer.amount);
  return said === undefined ? null : toCents(said);
}

/** Statuses in which the whole amount, or a part that the bank approved, has moved. */
const PAID = new Set(["COMPLETED", "PARTIAL_COMPLETED"]);
/** Statuses that are final without money having moved. */
const FAILED = new Set(["ERROR", "FAILED"]);

type Standing = Pick<TabaPayTransaction, "SC" | "status" | "networkRC" | "partialAmount">;

/** Whether a part was paid and it is not said how much: `amount` is what was ordered. */
export const isUntoldPart = ({
  status,
  partialAmount,
}: Pick<TabaPayTransaction, "status" | "partialAmount">): boolean =>
  status === "PARTIAL_COMPLETED" && partialAmount === undefined;

/**
 * Paid or declined when TabaPay is sure; "unclear" when its status is final (TabaPay, "The Transaction Final Status") and
 * the network's code says otherwise or is missing, or it does not say how much; else "pending", also in words that we do not know.
 */
export function lookUpState(standing: Standing): CardLookUp["state"] {
  const { SC, status = "", networkRC, partialAmount } = standing;
  if (SC !== 200) return "pending";
  if (isUntoldPart(standing)) return "unclear";
  const isPart = networkRC === PARTLY_APPROVED && partialAmount !== undefined;
  if (PAID.has(status)) return isApproved(networkRC) || isPart ? "paid" : "unclear";
  if (FAILED.has(status)) return isApproved(networkRC) ? "unclear" : "declined";
  return "pending";
}

/** What is said of a transaction that is "unclear". */
export const describeUnclear = (answer: TabaPayTransaction): string =>
  isUntoldPart(answer)
    ? "TabaPay is done with it: a part was paid, and it does not say how much."
    : `TabaPay is done with it and contradicts itself: ${answer.status}, and from the network ${answer.networkRC ?? "no code"}.`;

/** An answer that leaves open what happened, with the name that TabaPay gave to it. */
export function openOutcome(answer: TabaPayTransaction): ProviderError {
  const { SC, EC, status, transactionID } = answer;
  return tabaPayError("unknown", {
    message: `${SC ?? "no code"} ${status ?? "no status"}`,
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
