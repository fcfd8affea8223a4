import { createHash } from "node:crypto";
import ssh2 from "ssh2";
import type { FileTree } from "../sftp/file-tree.ts";
import { startSftpServer } from "../sftp/sftp.ts";

const KINDS = ["ed25519", "ecdsa", "rsa"] as const;

/** An SFTP server on loopback that has a key of each of these types, and their fingerprints as `ssh-keygen -l` writes them. */
export async function startSftpOfManyKeys(files: FileTree, kinds: readonly (typeof KINDS)[number][] = KINDS) {
  const keys = kinds.map((kind) => ({ kind, ...made(kind) }));
  const server = await startSftpServer({
    port: 0,
    host: "127.0.0.1",
    files,
    hostKeys: keys.map((key) => key.private),
  });
  return { ...server, fingerprints: new Map(keys.map((key) => [key.kind, fingerprint(key.public)])) };
}

function made(kind: (typeof KINDS)[number]) {
  if (kind === "rsa") return ssh2.utils.generateKeyPairSync("rsa", { bits: 2048 });
  if (kind === "ecdsa") return ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 });
  return ssh2.utils.generateKeyPairSync("ed25519");
}

function fingerprint(publicKey: string): string {
  const bytes = Buffer.from(publicKey.split(" ")[1] ?? "", "base64");
  return `SHA256:${createHash("sha256").update(bytes).digest("base64").replace(/=+$/, "")}`;
}
