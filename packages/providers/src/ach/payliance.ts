import { createHash } from "node:crypto";
import { z } from "zod";
import { toDollars } from "../dollars.ts";
import { ProviderError } from "../provider-error.ts";
import { withoutNumbers } from "../redacted-answer.ts";
import {
  amountSchema,
  authorizationIdSchema,
  type CallPayliance,
  createPaylianceCall,
  type PaylianceAccess,
  paylianceError,
} from "./payliance-call.ts";
import { saysRepeated } from "./payliance-repeated.ts";
import { readReturns, readSettlements } from "./payliance-reports.ts";
import type { Ach, AchLookUp, AchMode, AchOutcome, AchPayment, AchStatus } from "./port.ts";

export interface PaylianceConfig extends PaylianceAccess {
  effectWindowMs: number;
}

/**
 * Bank transfers through Payliance's eCheck interface. Payliance has no call-backs and replays no answer: after
 * `unknown` its `retrieve` tells what became of a key.
 */
export function createPaylianceAch(config: PaylianceConfig): Ach {
  const call = createPaylianceCall(config);
  return {
    capability: { idempotencyKey: false, lookUp: true, effectWindowMs: config.effectWindowMs },
    send: (mode, payment) => send(call, mode, payment),
    lookUp: (key) => lookUp(call, key),
    findKey: (reference) => lookUpKey(call, reference),
    returnsBetween: (firstDay, lastDay) => readReturns(call, firstDay, lastDay),
    settlementsBetween: (firstDay, lastDay) => readSettlements(call, firstDay, lastDay),
  };
}

const TAKEN = 1;

const isTaken = (code: string | number): boolean => String(code) === String(TAKEN);

const takenSchema = z.object({
  successful: z.literal(true),
  validationcode: z.union([z.number(), z.string()]).refine(isTaken).nullish(),
  authorizationid: authorizationIdSchema,
});
const rejectedSchema = z.object({
  successful: z.literal(false),
  validationcode: z
    .union([z.number(), z.string()])
    .refine((code) => !isTaken(code))
    .nullish(),
  message: z.string().nullish(),
});
/** What is said of a request whose fields are wrong (RFC 7807). */
const invalidSchema = z.object({
  status: z.literal(400),
  errors: z.record(z.string(), z.array(z.string())),
});
const sentSchema = z.union([takenSchema, rejectedSchema, invalidSchema]);

const INVALID_REQUEST = "INVALID_REQUEST";

async function send(call: CallPayliance, mode: AchMode, payment: AchPayment): Promise<AchOutcome> {
  const body = toRequest(mode, payment);
  const sent = await call({
    path: mode === "DEBIT" || mode === "RCC" ? "/debit" : "/credit",
    body,
    answer: sentSchema,
    safe: false,
    answersBadRequest: true,
  }).catch(repeatedInOtherWords);
  if ("kind" in sent) return sent;
  const { answer, raw } = sent;
  if ("authorizationid" in answer) return { kind: "accepted", reference: answer.authorizationid, raw };
  const invalid = "errors" in answer;
  const words = invalid ? Object.values(answer.errors).flat().join(" ") : answer.message;
  const message = withoutNumbers(words ?? "");
  const told = invalid
    ? Object.entries(answer.errors).map(([field, said]) => `${field} ${said.join(" ")}`)
    : [message];
  if (told.some(saysRepeated)) return { kind: "repeated", message, raw };
  const code = invalid ? undefined : answer.validationcode;
  return { kind: "rejected", code: String(code ?? INVALID_REQUEST), message, raw };
}

const CONFLICT = 409;

/** For `catch`: a refusal of another shape may say that the key was used before; a conflict with anything else leaves that open. */
function repeatedInOtherWords(error: unknown): AchOutcome {
  if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
  const { provider, message, status, vendorCode } = error;
  if (saysRepeated(message)) return { kind: "repeated", message, raw: { message } };
  if (status !== CONFLICT) throw error;
  throw new ProviderError({ kind: "unknown", provider, message, status, vendorCode, cause: error });
}

const ACCOUNT_TYPES = {
  personalChecking: "Personal Checking",
  personalSavings: "Personal Saving",
  businessChecking: "Business Checking",
  businessSavings: "Business Saving",
} as const;

/** Throws ProviderError `refused`, before anything is sent, for what cannot be a payment. */
function toRequest(mode: AchMode, payment: AchPayment) {
  if (!/^[\w-]{1,50}$/.test(payment.key)) throw paylianceError("refused", INVALID_REQUEST, "this is no key");
  if (!Number.isSafeInteger(payment.amountCents) || payment.amountCents <= 0)
    throw paylianceError("refused", INVALID_REQUEST, "this is no amount of money");
  return {
    UniqueTranId: payment.key,
    Routing: payment.routing,
    AccountNumber: payment.accountNumber,
    CheckNumber: makeCheckNumber(payment.key),
    CheckAmount: toDollars(payment.amountCents),
    ...entryClass(mode, payment),
    AccountType: ACCOUNT_TYPES[payment.accountType],
    FirstName: payment.firstName,
    LastName: payment.lastName,
    ...(payment.companyName === null ? {} : { CompanyName: payment.companyName }),
  };
}

const CHECK_NUMBERS = 9_000_000_000n;

/**
 * Ten digits that belong to the key, the same in every call for it: a client of Payliance's interface that cites its reference
 * (ACH+RCC API Reference v1) says that it asks for one of every payment, also where there is no check.
 */
function makeCheckNumber(key: string): string {
  const digest = createHash("sha256").update(key).digest("hex");
  return String(1_000_000_000n + (BigInt(`0x${digest}`) % CHECK_NUMBERS));
}

/**
 * Nacha's class of the entry: companies CCD; people WEB for a recurring debit they agreed to online, PPD for a credit.
 * That RCC is a class as well is inferred: to be confirmed by Payliance.
 */
function entryClass(mode: AchMode, { accountType }: AchPayment): { SecCode: string; WebType?: string } {
  if (mode === "RCC") return { SecCode: "RCC" };
  if (accountType.startsWith("business")) return { SecCode: "CCD" };
  return mode === "DEBIT" ? { SecCode: "WEB", WebType: "R" } : { SecCode: "PPD" };
}

const NOT_FOUND = 0;
const STATUSES = new Map<number, AchStatus>([
  [1, "invalidated"],
  [2, "pending"],
  [4, "sentToBank"],
  [8, "returned"],
  [16, "settled"],
  [24, "settledThenReturned"],
  [32, "voided"],
  [40, "refunded"],
]);

const numberSchema = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

const statusSchema = numberSchema.transform((number, context) => {
  const status = STATUSES.get(number);
  if (status) return status;
  context.addIssue("not a status");
  return z.NEVER;
});
/** Payliance tells a transaction in a field of its own or among those of the answer: its clients expect both. */
const withTransaction = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && !("transaction" in answer) && "authorizationid" in answer
    ? { ...answer, transaction: answer }
    : answer;

const foundSchema = z
  .object({
    successful: z.literal(true),
    transaction: z.object({
      authorizationid: authorizationIdSchema,
      uniquetranid: z.string().min(1),
      status: statusSchema,
      amount: amountSchema,
      returncode: z.string().nullish(),
    }),
  })
  .transform(({ transaction }) => transaction);
const notFoundStatus = numberSchema.refine((status) => status === NOT_FOUND);

/** A key that Payliance does not know is told in one of two ways; any other refusal does not mean that. */
const notFoundSchema = z
  .union([
    z.object({ transaction: z.object({ status: notFoundStatus }) }),
    z.object({ transaction: z.null().optional(), status: notFoundStatus }),
    z.object({
      successful: z.literal(false),
      message: z.string().regex(/not found/i),
      transaction: z.null().optional(),
    }),
  ])
  .transform(() => null);

const namedSchema = z
  .object({
    successful: z.literal(true),
    transaction: z.object({ authorizationid: authorizationIdSchema, uniquetranid: z.string().nullish() }),
  })
  .transform(({ transaction }) => transaction);

async function lookUpKey(call: CallPayliance, reference: string): Promise<string | null> {
  const { answer } = await call({
    path: "/retrieve",
    body: { AuthorizationId: reference },
    answer: z.preprocess(withTransaction, z.union([namedSchema, notFoundSchema])),
    safe: true,
  });
  if (answer === null) return null;
  if (answer.authorizationid !== reference)
    throw paylianceError("unavailable", "WRONG_ANSWER", "the answer is about another payment");
  return answer.uniquetranid || null;
}

async function lookUp(call: CallPayliance, key: string): Promise<AchLookUp | null> {
  const { answer, raw } = await call({
    path: "/retrieve",
    body: { UniqueTranId: key },
    answer: z.preprocess(withTransaction, z.union([foundSchema, notFoundSchema])),
    safe: true,
  });
  if (answer === null) return null;
  if (answer.uniquetranid !== key)
    throw paylianceError("unavailable", "WRONG_ANSWER", "the answer is about another payment");
  return {
    status: answer.status,
    reference: answer.authorizationid,
    amountCents: answer.amount,
    returnCode: answer.returncode || null,
    raw,
  };
}
