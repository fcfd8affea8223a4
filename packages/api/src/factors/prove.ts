import type { ReadDb, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { VerifyFactor } from "@countinghouse/validators/factors/schemas";
import { matchingStep } from "./app-codes.ts";
import {
  type Passkey,
  type PublicKeyCredentialRequestOptionsJSON,
  passkeyOptions,
  passkeySignCount,
} from "./passkeys.ts";
import { spendRecoveryCode } from "./recovery-codes.ts";

/** What an admin can prove beside the password, the strongest first; the browser is asked for a passkey by its options. */
export interface FactorOffer {
  passkey: PublicKeyCredentialRequestOptionsJSON | null;
  hasApp: boolean;
}

/** Where the secret of an app lies. */
export const secretPlace = (rowId: string) => ({ table: "second_factor", column: "secret_sealed", rowId });

/** What the admin has added of second factors; null where none is there, and a code is mailed. */
export async function offerFactors(
  db: ReadDb,
  consoleUrl: string,
  adminId: string,
): Promise<FactorOffer | null> {
  const factors = await db.secondFactor.findMany({
    where: { adminId, confirmedAt: { not: null } },
    orderBy: { createdAt: "asc" },
  });
  if (factors.length === 0) return null;
  const passkeys = factors.map(readPasskey).filter((each) => each !== null);
  return {
    passkey: passkeys.length === 0 ? null : await passkeyOptions(consoleUrl, passkeys),
    hasApp: factors.some(({ kind }) => kind === "APP"),
  };
}

/** What proves a sign-in: to be asked inside of its transaction, and whether it was right. */
export type Proof = (tools: { tx: Tx; now: Date }) => Promise<boolean>;

/**
 * The proof of a second factor or a recovery code of this admin. A code of an app is taken once, and so is a recovery code; a
 * passkey signs the challenge of its own sign-in.
 */
export async function factorProof(
  { db, vault, consoleUrl }: { db: ReadDb; vault: Vault; consoleUrl: string },
  { adminId, passkeyChallenge }: { adminId: string; passkeyChallenge: string | null },
  input: VerifyFactor,
): Promise<Proof> {
  if (input.method === "APP") return (tools) => spendAppCode(tools, vault, adminId, input.code);
  if (input.method === "RECOVERY") return (tools) => spendRecoveryCode(tools, vault, adminId, input.code);
  const row = await db.secondFactor.findUnique({
    where: { credentialId: input.passkey.id, adminId, confirmedAt: { not: null } },
  });
  const passkey = row && readPasskey(row);
  const signCount =
    passkey && passkeyChallenge !== null
      ? await passkeySignCount(consoleUrl, passkeyChallenge, passkey, input.passkey)
      : null;
  if (signCount === null || passkey === null) return () => Promise.resolve(false);
  return async ({ tx, now }) => {
    const { count } = await tx.secondFactor.updateMany({
      where: { credentialId: passkey.credentialId, adminId, signCount: passkey.signCount },
      data: { signCount, usedAt: now },
    });
    return count === 1;
  };
}

async function spendAppCode(
  { tx, now }: { tx: Tx; now: Date },
  vault: Vault,
  adminId: string,
  code: string,
): Promise<boolean> {
  const apps = await tx.secondFactor.findMany({
    where: { adminId, kind: "APP", confirmedAt: { not: null } },
  });
  for (const { id, secretSealed, lastStep } of apps) {
    if (secretSealed === null) continue;
    const step = matchingStep(vault.open(secretPlace(id), secretSealed), code, now, lastStep);
    if (step === null) continue;
    const { count } = await tx.secondFactor.updateMany({
      where: { id, lastStep },
      data: { lastStep: step, usedAt: now },
    });
    if (count === 1) return true;
  }
  return false;
}

/** A passkey of its row; null for what is none. */
const readPasskey = (row: {
  credentialId: string | null;
  publicKey: Uint8Array | null;
  signCount: bigint | null;
  transports: string[];
}): Passkey | null =>
  row.credentialId === null || row.publicKey === null || row.signCount === null
    ? null
    : {
        credentialId: row.credentialId,
        publicKey: Uint8Array.from(row.publicKey),
        signCount: row.signCount,
        transports: row.transports,
      };
