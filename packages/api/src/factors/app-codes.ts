import { createHmac, randomBytes } from "node:crypto";
import { APP_CODE_LENGTH } from "@countinghouse/validators/factors/rules";

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret of an authenticator app, in base32 (RFC 4226 asks for 160 bits). */
export function newAppSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replaceAll(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] ?? "");
}

/** The address by which an app takes a secret, as a link or a QR code. */
export function appAddress(secret: string, email: string): string {
  const facts = { secret, issuer: "Countinghouse", algorithm: "SHA1", digits: "6", period: "30" };
  return `otpauth://totp/Countinghouse:${encodeURIComponent(email)}?${new URLSearchParams(facts).toString()}`;
}

/** The code of a secret in one step of 30 seconds (RFC 6238, HMAC-SHA-1). */
export function appCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", decodeSecret(secret)).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 10 ** APP_CODE_LENGTH;
  return String(number).padStart(APP_CODE_LENGTH, "0");
}

/** The step of 30 seconds that a moment lies in. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/**
 * The step that a code is of: the present one, the one before or the one after, and after `lastStep`; null for a wrong code and
 * for one that was taken before.
 */
export function matchingStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): number | null {
  const present = stepAt(now);
  const steps = [present - 1, present, present + 1].filter((step) => lastStep === null || step > lastStep);
  return steps.find((step) => appCode(secret, step) === code) ?? null;
}

function decodeSecret(secret: string): Buffer {
  const bits = secret.replaceAll(/./g, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
