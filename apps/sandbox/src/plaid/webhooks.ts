import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { JWKPublicKey } from "plaid";
import type { Clock } from "../clock.ts";
import { createWebhookLog, type WebhookLog } from "../webhook-log.ts";
import { refused } from "./errors.ts";
import type { Wire } from "./wire.ts";

const ALGORITHM = "ES256";

export interface Webhooks extends WebhookLog {
  /** The public key with this id. Throws Plaid's error when there is none. */
  key(id: string): Promise<Wire<JWKPublicKey>>;
  /** From now on another key signs; the one before has expired. */
  rotateKey(): void;
}

/** Sends webhooks the way Plaid does: as JSON with two spaces, signed over its hash. */
export function createWebhooks(clock: Clock): Webhooks {
  const keys = new Map<string, SigningKey>();
  let signing = addKey();

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

  const signBody = async (text: string): Promise<string> => {
    const { id, pair } = signing;
    return new SignJWT({ request_body_sha256: createHash("sha256").update(text).digest("hex") })
      .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: "JWT" })
      .setIssuedAt(clock.real())
      .sign((await pair).privateKey);
  };
  const log = createWebhookLog(clock, {
    write: (body) => JSON.stringify(body, null, 2),
    sign: async (text) => ({ "plaid-verification": await signBody(text) }),
  });

  return {
    ...log,
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
  };
}

interface SigningKey {
  id: string;
  pair: ReturnType<typeof generateKeyPair>;
  /** Seconds since 1970. */
  createdAt: number;
  expiredAt: number | null;
}

function secondsAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
