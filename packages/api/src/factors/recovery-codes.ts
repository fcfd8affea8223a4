import { randomInt } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { RECOVERY_CODES } from "@countinghouse/validators/factors/rules";

/** Without the letters that are taken for digits. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 10;

const PURPOSE = "recovery-code";
const named = (adminId: string, code: string): string => `${adminId}:${code}`;

/** New recovery codes in place of those before, each of 50 random bits: `AAAAA-AAAAA`. Only their hashes are kept. */
export async function replaceRecoveryCodes(
  { tx, now }: { tx: Tx; now: Date },
  vault: Vault,
  adminId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(""),
  );
  await tx.recoveryCode.deleteMany({ where: { adminId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({
      adminId,
      codeHash: vault.secretHash(PURPOSE, named(adminId, code)),
      createdAt: now,
    })),
  });
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Uses up one code; whether it was one. */
export async function spendRecoveryCode(
  { tx, now }: { tx: Tx; now: Date },
  vault: Vault,
  adminId: string,
  code: string,
): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { adminId, codeHash: { in: vault.secretHashes(PURPOSE, named(adminId, code)) }, usedAt: null },
    data: { usedAt: now },
  });
  return count === 1;
}
