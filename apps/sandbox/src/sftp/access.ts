import { createECDH, createHash, createPrivateKey } from "node:crypto";

/** Who is let in; known to everyone. */
export const SFTP_LOGIN = { user: "countinghouse", password: "in-sandbox" };

/**
 * The server's key. It is made from a word that everybody can read here, so that a fingerprint can be pinned before
 * the first start; it proves nothing.
 */
export const sftpHostKey = (): string =>
  createPrivateKey({
    key: {
      kty: "EC",
      crv: "P-256",
      d: text(PRIVATE),
      x: text(POINT.subarray(1, 33)),
      y: text(POINT.subarray(33)),
    },
    format: "jwk",
  })
    .export({ type: "sec1", format: "pem" })
    .toString();

const PRIVATE = createHash("sha256").update("countinghouse sandbox sftp").digest();
const POINT = publicPoint();
const text = (bytes: Buffer): string => bytes.toString("base64url");

function publicPoint(): Buffer {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(PRIVATE);
  return curve.getPublicKey();
}

/** The key's fingerprint as `ssh-keygen -l` writes it. */
export const SFTP_HOST_KEY_SHA256 = fingerprint();

function fingerprint(): string {
  const parts = [Buffer.from("ecdsa-sha2-nistp256"), Buffer.from("nistp256"), POINT];
  const hash = createHash("sha256");
  for (const part of parts) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    hash.update(length).update(part);
  }
  return `SHA256:${hash.digest("base64").replace(/=+$/, "")}`;
}
