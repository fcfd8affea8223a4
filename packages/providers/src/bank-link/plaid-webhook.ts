import { createHash, timingSafeEqual } from "node:crypto";
import { type CryptoKey, decodeJwt, decodeProtectedHeader, errors, importJWK, jwtVerify } from "jose";
import { z } from "zod";
import { ProviderError } from "../provider-error.ts";
import type { SignatureRefusal } from "../signature-refusal.ts";
import { type CallPlaid, plaidError } from "./plaid-call.ts";
import type { BankLink, BankLinkEvent } from "./port.ts";

const ALGORITHM = "ES256";
const OLDEST_SECONDS = 300;
/** Plaid's clock may be ahead of ours by this much. */
const CLOCK_SKEW_SECONDS = 30;
const KEY_KEPT_MS = 24 * 60 * 60 * 1000;
/** A key Plaid does not know is not asked for again for this long. */
const UNKNOWN_KEPT_MS = 5 * 60 * 1000;
/** Plaid changes its key rarely: a sender that makes us ask for more than these is not Plaid. Counted by process. */
const KEYS_A_MINUTE = 6;
/** Key requests reserved for webhooks that name a stored link or report. */
const KEYS_RESERVED = 4;

/**
 * Proves and reads what Plaid sends to our webhook, by the keys Plaid gives out. A key is cached for a day, an id that Plaid does
 * not know for five minutes. Six keys are asked for in a minute, and four more for webhooks about what is ours. Any further webhook
 * under another key is "unavailable": it may come again.
 */
export function createPlaidWebhook(
  call: CallPlaid,
  now: () => Date,
): Pick<BankLink, "signatureRefusal" | "verifyWebhook"> {
  const kept = new Map<string, KeptKey>();
  /** The ids Plaid did not know, and until when they are not asked for. */
  const unknown = new Map<string, number>();
  let asked: number[] = [];

  /** Counts a question for a key. Throws `unavailable` where no more may be asked in this minute. */
  const spend = async (isOurs: () => Promise<boolean>) => {
    const at = now().getTime();
    asked = asked.filter((time) => time > at - 60_000);
    const mayAsk =
      asked.length < KEYS_A_MINUTE ||
      (asked.length < KEYS_A_MINUTE + KEYS_RESERVED &&
        (await isOurs()) &&
        asked.length < KEYS_A_MINUTE + KEYS_RESERVED);
    if (!mayAsk) throw plaidError("unavailable", "too many keys of webhooks were asked for in a minute");
    asked.push(at);
  };

  const ask = async (key_id: string, isOurs: () => Promise<boolean>) => {
    const at = now().getTime();
    for (const [id, until] of unknown) if (until <= at) unknown.delete(id);
    if (unknown.has(key_id)) throw unproven("Plaid does not know its key");
    await spend(isOurs);
    try {
      return await call({
        send: (api, options) => api.webhookVerificationKeyGet({ key_id }, options),
        answer: keySchema,
        safe: true,
      });
    } catch (error) {
      if (error instanceof ProviderError && error.kind === "refused")
        unknown.set(key_id, at + UNKNOWN_KEPT_MS);
      throw error;
    }
  };

  const fetchKey = async (key_id: string, isOurs: () => Promise<boolean>): Promise<CryptoKey> => {
    const known = kept.get(key_id);
    if (known && known.until > now().getTime()) return known.key;
    kept.delete(key_id);
    const { key } = await ask(key_id, isOurs);
    if (key.expired_at !== null) throw unproven("its key has expired");
    const imported = await importJWK({ kty: key.kty, crv: key.crv, x: key.x, y: key.y }, ALGORITHM);
    if (imported instanceof Uint8Array) throw unproven("its key is none of the kind agreed on");
    kept.set(key_id, { key: imported, until: now().getTime() + KEY_KEPT_MS });
    return imported;
  };

  return {
    signatureRefusal: (signature) => {
      const claims = readSignature(signature, now());
      return typeof claims === "string" ? claims : null;
    },
    verifyWebhook: async (rawBody, signature = "", isOurs = () => Promise.resolve(false)) => {
      try {
        const keyId = keyIdWorthAsking(signature, rawBody, now());
        const isAboutOurs = async () => {
          const id = readSubject(rawBody);
          return id !== null && (await isOurs(id));
        };
        await jwtVerify(signature, await fetchKey(keyId, isAboutOurs), {
          algorithms: [ALGORITHM],
          maxTokenAge: OLDEST_SECONDS,
          clockTolerance: CLOCK_SKEW_SECONDS,
          currentDate: now(),
        });
      } catch (error) {
        throw error instanceof errors.JOSEError ? unproven(error.code) : error;
      }
      return readEvent(rawBody);
    },
  };
}

interface KeptKey {
  key: CryptoKey;
  until: number;
}

/** The three parts of a JWS; the last is the 64 bytes of an ES256 signature. */
const SIGNATURE = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;
const headSchema = z.object({ alg: z.literal(ALGORITHM), kid: z.string().min(1) });
const claimsSchema = z.object({ iat: z.number(), request_body_sha256: z.string().regex(/^[0-9a-f]{64}$/i) });

/** Reads the key id and the hash of the body, which only the signature proves; or returns the reason to refuse them. */
function readSignature(
  signature: string | undefined,
  now: Date,
): { keyId: string; bodySha256: string } | SignatureRefusal {
  if (signature === undefined || !SIGNATURE.test(signature)) return "UNSIGNED";
  try {
    const { kid } = headSchema.parse(decodeProtectedHeader(signature));
    const { iat, request_body_sha256 } = claimsSchema.parse(decodeJwt(signature));
    const age = now.getTime() / 1000 - iat;
    const isCurrent = age <= OLDEST_SECONDS + CLOCK_SKEW_SECONDS && age >= -CLOCK_SKEW_SECONDS;
    return isCurrent ? { keyId: kid, bodySha256: request_body_sha256 } : "OUTDATED";
  } catch {
    return "UNSIGNED";
  }
}

const REFUSALS: Readonly<Record<SignatureRefusal, string>> = {
  UNSIGNED: "its signature has another form",
  OUTDATED: "it was not signed just now",
};

/** A forged webhook must not make us ask Plaid for keys, so body and age are checked before the key is asked for. */
function keyIdWorthAsking(signature: string, rawBody: Uint8Array, now: Date): string {
  const claims = readSignature(signature, now);
  if (typeof claims === "string") throw unproven(REFUSALS[claims]);
  if (!matchesHash(rawBody, claims.bodySha256)) throw unproven("its body is another one");
  return claims.keyId;
}

const matchesHash = (rawBody: Uint8Array, claimed: string): boolean =>
  timingSafeEqual(createHash("sha256").update(rawBody).digest(), Buffer.from(claimed, "hex"));

function unproven(reason: string): ProviderError {
  return plaidError("refused", `a webhook is not proven to come from Plaid: ${reason}`);
}

const keySchema = z.object({
  key: z.object({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: z.string(),
    y: z.string(),
    expired_at: z.number().nullable(),
  }),
});

const failure = z
  .object({ error_code: z.string() })
  .nullish()
  .transform((error) => error?.error_code ?? null);

/** What each kind of webhook says, in our words. */
const eventSchemas: Record<string, z.ZodType<BankLinkEvent>> = {
  "ASSETS/PRODUCT_READY": z
    .object({ asset_report_id: z.string() })
    .transform(({ asset_report_id }) => ({ type: "assetReportReady", assetReportId: asset_report_id })),
  "ASSETS/ERROR": z
    .object({ asset_report_id: z.string(), error: failure })
    .transform(({ asset_report_id, error }) => ({
      type: "assetReportFailed",
      assetReportId: asset_report_id,
      code: error,
    })),
  "ITEM/ERROR": z
    .object({ item_id: z.string(), error: failure })
    .transform(({ item_id, error }) => ({ type: "itemFailed", itemId: item_id, code: error })),
  "ITEM/USER_PERMISSION_REVOKED": z
    .object({ item_id: z.string() })
    .transform(({ item_id }) => ({ type: "permissionRevoked", itemId: item_id, accountId: null })),
  "ITEM/USER_ACCOUNT_REVOKED": z
    .object({ item_id: z.string(), account_id: z.string() })
    .transform(({ item_id, account_id }) => ({
      type: "permissionRevoked",
      itemId: item_id,
      accountId: account_id,
    })),
  "ITEM/PENDING_DISCONNECT": z
    .object({ item_id: z.string() })
    .transform(({ item_id }) => ({ type: "disconnectPending", itemId: item_id })),
  "ITEM/LOGIN_REPAIRED": z
    .object({ item_id: z.string() })
    .transform(({ item_id }) => ({ type: "linkRepaired", itemId: item_id })),
  "TRANSACTIONS/SYNC_UPDATES_AVAILABLE": z
    .object({ item_id: z.string(), historical_update_complete: z.boolean() })
    .transform(({ item_id, historical_update_complete }) => ({
      type: "transactionsChanged",
      itemId: item_id,
      historyComplete: historical_update_complete,
    })),
};

const nameSchema = z.object({ webhook_type: z.string(), webhook_code: z.string() });

const subjectSchema = z.object({ item_id: z.string().optional(), asset_report_id: z.string().optional() });

/** Returns the id of the link or report in a body that is not verified yet, or null. */
function readSubject(rawBody: Uint8Array): string | null {
  try {
    const { item_id, asset_report_id } = subjectSchema.parse(JSON.parse(new TextDecoder().decode(rawBody)));
    return item_id ?? asset_report_id ?? null;
  } catch {
    return null;
  }
}

function readEvent(rawBody: Uint8Array): BankLinkEvent {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(rawBody));
    const { webhook_type, webhook_code } = nameSchema.parse(body);
    const name = `${webhook_type}/${webhook_code}`;
    return eventSchemas[name]?.parse(body) ?? { type: "other", name };
  } catch {
    throw plaidError("refused", "a webhook could not be read");
  }
}
