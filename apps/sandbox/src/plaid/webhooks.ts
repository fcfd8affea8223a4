import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { JWKPublicKey } from "plaid";
import type { Clock } from "../clock.ts";
import { refused } from "./errors.ts";
import type { Wire } from "./wire.ts";

const ALGORITHM = "ES256";
const LONGEST_WAIT_MS = 10_000;
const KEPT_WEBHOOKS = 500;

/** A webhook that was sent. `status` is null while no answer has come. */
export interface SentWebhook {
  id: number;
  at: string;
  url: string;
  body: object;
  status: number | null;
  error: string | null;
}

export interface Webhooks {
  /** Signs and sends a webhook; failures are kept in the log. Never rejects. */
  send(url: string, body: object): Promise<SentWebhook>;
  /** Newest first. */
  list(): readonly SentWebhook[];
  /** The public key with this id. Throws Plaid's error when there is none. */
  key(id: string): Promise<Wire<JWKPublicKey>>;
  /** From now on another key signs; the one before has expired. */
  rotateKey(): void;
  clear(): void;
}

/** Sends webhooks the way Plaid does: as JSON with two spaces, signed over its hash. To this machine only. */
export function createWebhooks(clock: Clock): Webhooks {
  const keys = new Map<string, SigningKey>();
  let signing = addKey();
  let sent: SentWebhook[] = [];
  let lastId = 0;

  function addKey(): SigningKey {
    const key: SigningKey = {
      id: randomUUID(),
      pair: generateKeyPair(ALGORITHM, { extractable: true }),
      createdAt: secondsAt(clock.real()),
      expiredAt: null,
    };
    keys.set(key.id, key);
    return key;
  }

  const signed = async (text: string): Promise<string> => {
    const { id, pair } = signing;
    return new SignJWT({ request_body_sha256: createHash("sha256").update(text).digest("hex") })
      .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: "JWT" })
      .setIssuedAt(clock.real())
      .sign((await pair).privateKey);
  };

  return {
    send: async (url, body) => {
      lastId += 1;
      const webhook: SentWebhook = {
        id: lastId,
        at: clock.now().toISOString(),
        url,
        body,
        status: null,
        error: null,
      };
      sent = [webhook, ...sent].slice(0, KEPT_WEBHOOKS);
      try {
        webhook.status = await post(url, JSON.stringify(body, null, 2), signed);
      } catch (error) {
        webhook.error = error instanceof Error ? error.message : String(error);
      }
      return webhook;
    },
    list: () => sent,
    key: async (id) => {
      const key = keys.get(id);
      if (!key) throw refused("INVALID_WEBHOOK_VERIFICATION_KEY_ID");
      const { x = "", y = "" } = await exportJWK((await key.pair).publicKey);
      const { createdAt: created_at, expiredAt: expired_at } = key;
      return { alg: ALGORITHM, crv: "P-256", kid: id, kty: "EC", use: "sig", x, y, created_at, expired_at };
    },
    rotateKey: () => {
      signing.expiredAt = secondsAt(clock.real());
      signing = addKey();
    },
    clear: () => {
      sent = [];
      lastId = 0;
    },
  };
}

interface SigningKey {
  id: string;
  pair: ReturnType<typeof generateKeyPair>;
  /** Seconds since 1970. */
  createdAt: number;
  expiredAt: number | null;
}

async function post(url: string, text: string, sign: (text: string) => Promise<string>): Promise<number> {
  const { hostname } = new URL(url);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) throw new Error("It is not on this machine.");
  const answer = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", "plaid-verification": await sign(text) },
    body: text,
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
  });
  await answer.body?.cancel();
  return answer.status;
}

function secondsAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
