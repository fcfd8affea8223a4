import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { RouterInputs } from "../index.ts";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;
const ES256 = -7;

type Answer = Extract<RouterInputs["auth"]["verifyFactor"], { method: "PASSKEY" }>["passkey"];
type Made = RouterInputs["admins"]["confirmPasskey"]["passkey"];

export interface TestPasskey {
  /** What a browser sends of a passkey that was made. */
  made(challenge: string, origin?: string): Made;
  /** What it sends of one that has signed; it counts on by itself. */
  signed(challenge: string, origin?: string): Answer;
  /** How often it has signed. */
  count: number;
}

/** A passkey as an authenticator has it: a key of P-256 for the console at this address (WebAuthn, attestation "none"). */
export function createTestPasskey(consoleUrl = "https://console.example.test"): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const { hostname, origin: own } = new URL(consoleUrl);
  const passkey = { count: 0 };
  const head = (flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(passkey.count);
    return Buffer.concat([createHash("sha256").update(hostname).digest(), Buffer.from([flags]), count]);
  };
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const named = {
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
  } as const;
  return Object.assign(passkey, {
    made: (challenge: string, origin = own): Made => {
      const key = cborMap([
        [1, 2],
        [3, ES256],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.from([0, id.length]);
      const flags = USER_PRESENT | USER_VERIFIED | ATTESTED;
      const authData = Buffer.concat([head(flags), Buffer.alloc(16), length, id, key]);
      const attestation = cborMap([
        ["fmt", "none"],
        ["attStmt", NOTHING],
        ["authData", authData],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, origin).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    signed: (challenge: string, origin = own): Answer => {
      passkey.count += 1;
      const authData = head(USER_PRESENT | USER_VERIFIED);
      const client = clientData("webauthn.get", challenge, origin);
      const signature = sign(
        "sha256",
        Buffer.concat([authData, createHash("sha256").update(client).digest()]),
        privateKey,
      );
      return {
        ...named,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  });
}

/** A map without entries. */
const NOTHING = Symbol("nothing");

type CborValue = number | string | Buffer | typeof NOTHING;

/** As much of CBOR (RFC 8949) as an authenticator writes. */
function cborMap(entries: [CborValue, CborValue][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cbor)]);
}

function cbor(value: CborValue): Buffer {
  if (typeof value === "number") return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return cborMap([]);
}

function cborHead(major: number, value: number): Buffer {
  const kind = major * 32;
  if (value < 24) return Buffer.from([kind + value]);
  return value < 256 ? Buffer.from([kind + 24, value]) : Buffer.from([kind + 25, value >> 8, value & 0xff]);
}
