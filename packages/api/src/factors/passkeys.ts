import type { NewPasskey, PasskeyAnswer } from "@countinghouse/validators/factors/schemas";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";

export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON };

const NAME = "Countinghouse";
const TIMEOUT_MS = 300_000;
/** EdDSA, ES256 and RS256, as every authenticator has one of them (COSE). */
const ALGORITHMS = [-8, -7, -257];

/** A passkey as it is kept. */
export interface Passkey {
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  signCount: bigint;
  transports: string[];
}

// Loaded with the first passkey: it brings a parser of certificates that nothing else here needs.
const library = () => import("@simplewebauthn/server");

/** What a browser is asked, to make a passkey for the console at this address. One that is held already is not made again. */
export async function newPasskeyOptions(
  consoleUrl: string,
  admin: { id: string; email: string; fullName: string },
  held: readonly Pick<Passkey, "credentialId" | "transports">[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: new URL(consoleUrl).hostname,
    userID: Uint8Array.from(Buffer.from(admin.id)),
    userName: admin.email,
    userDisplayName: admin.fullName,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: held.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** The passkey that a browser made for this challenge and the console at this address; null where it is none. */
export async function readNewPasskey(
  consoleUrl: string,
  challenge: string,
  { response, ...made }: NewPasskey,
): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await library();
  const { origin, hostname } = new URL(consoleUrl);
  const { transports = [], ...attested } = response;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...made, response: { ...attested, transports }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (registrationInfo === undefined) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Uint8Array.from(publicKey), signCount: BigInt(counter), transports };
}

/** What a browser is asked, to sign by one of these passkeys. */
export async function passkeyOptions(
  consoleUrl: string,
  held: readonly Pick<Passkey, "credentialId" | "transports">[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: new URL(consoleUrl).hostname,
    timeout: TIMEOUT_MS,
    userVerification: "preferred",
    allowCredentials: held.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

/**
 * How often the passkey has signed, where it has signed this challenge for the console at this address; null where it has not, or
 * counts less than before, as a copy of it would.
 */
export async function passkeySignCount(
  consoleUrl: string,
  challenge: string,
  { credentialId: id, publicKey, signCount, transports }: Passkey,
  { response: { userHandle, ...signed }, ...answer }: PasskeyAnswer,
): Promise<bigint | null> {
  const { verifyAuthenticationResponse } = await library();
  const { origin, hostname } = new URL(consoleUrl);
  const handle = userHandle === undefined ? {} : { userHandle };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, response: { ...signed, ...handle }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: { id, publicKey, counter: Number(signCount), transports },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  return verified && authenticationInfo ? BigInt(authenticationInfo.newCounter) : null;
}
