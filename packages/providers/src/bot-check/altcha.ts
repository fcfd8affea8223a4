import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { BotCheck } from "./port.ts";

const ALGORITHM = "PBKDF2/SHA-256";
const LIFETIME_MS = 5 * 60_000;
const LONGEST_PAYLOAD = 8192;

export interface AltchaConfig {
  /** Signs the challenge. */
  signatureSecret: string;
  /** Signs the key that solves it; another secret than the first. */
  keySecret: string;
  /** PBKDF2 iterations of one try. */
  cost: number;
  /** The widget needs between half as many tries as this and this many. */
  tries: number;
}

/** About a quarter of a second of work on an ordinary laptop, one core. */
export const ALTCHA_EFFORT = { cost: 1000, tries: 1000 } as const;

/**
 * The self-hosted proof of work of ALTCHA. A challenge lives for 5 minutes of system time: the widget, the
 * library and this adapter all judge its expiry, so no other clock is taken.
 */
export function createAltcha(config: AltchaConfig): BotCheck {
  const secrets = {
    hmacSignatureSecret: config.signatureSecret,
    hmacKeySignatureSecret: config.keySecret,
  };
  return {
    challenge: () =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: config.cost,
        counter: randomInt(config.tries, Math.ceil(config.tries / 2)),
        expiresAt: new Date(Date.now() + LIFETIME_MS),
        deriveKey,
        ...secrets,
      }),
    verify: async (payload) => {
      const sent = decoded(payload);
      if (!sent) return { ok: false, reason: "invalid" };
      const result = await verifySolution({ ...sent, deriveKey, ...secrets });
      if (!result.verified) return { ok: false, reason: result.expired ? "expired" : "invalid" };
      const { nonce, expiresAt } = sent.challenge.parameters;
      return { ok: true, challengeId: nonce, expiresAt: new Date(expiresAt * 1000) };
    },
  };
}

/** Unknown parameters are kept, since the signature covers them. */
const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(ALGORITHM),
      nonce: z.hex(),
      salt: z.hex(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.hex(),
      keySignature: z.hex(),
      expiresAt: z.number(),
    }),
    signature: z.hex(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.hex() }),
});

function decoded(payload: string): z.output<typeof payloadSchema> | undefined {
  if (payload.length > LONGEST_PAYLOAD) return undefined;
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(payload, "base64").toString("utf8")));
  } catch {
    return undefined;
  }
}
