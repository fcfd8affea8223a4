import { createHash } from "node:crypto";
import type { Vault } from "@countinghouse/db/vault";
import { z } from "zod";
import { canonicalJson } from "../canonical-json.ts";

export { MANIFEST_NAME } from "@countinghouse/validators/packets/schemas";

const PURPOSE = "examiner-packet";

const File = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });
type File = z.infer<typeof File>;

const Link = z.object({ position: z.string(), hash: z.string() }).nullable();

const Content = z.object({
  packetId: z.string(),
  userId: z.int(),
  madeAt: z.string(),
  madeBy: z.string(),
  /** What was last in both chains: all that the packet has of them stands before it. */
  chains: z.object({ audit: Link, ledger: Link }),
  files: z.array(File),
});

const Manifest = Content.extend({ signature: z.object({ keyId: z.string(), mac: z.string() }) });

export type PacketContent = z.infer<typeof Content>;

/** Counts and hashes a file while it is written. */
export function createFileHash(name: string): { add(chunk: Uint8Array | string): void; done(): File } {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    add: (chunk) => {
      hash.update(chunk);
      bytes += Buffer.byteLength(chunk);
    },
    done: () => ({ name, bytes, sha256: hash.digest("hex") }),
  };
}

/** The manifest as a text: every file with its hash, and the signature of all of it by the audit's key. */
export function sealManifest(vault: Vault, content: PacketContent): string {
  const { keyId, mac } = vault.sign(PURPOSE, canonicalJson(content));
  return `${JSON.stringify({ ...content, signature: { keyId, mac: Buffer.from(mac).toString("hex") } }, null, 2)}\n`;
}

/**
 * What is wrong with a packet, a sentence each: `readHash` gives the hash of one of its files, null where it is not there;
 * `names` are all files that are there beside the manifest.
 */
export async function packetProblems(
  vault: Vault,
  manifest: string,
  names: readonly string[],
  readHash: (name: string) => Promise<string | null>,
): Promise<string[]> {
  const read = Manifest.safeParse(parseJson(manifest));
  if (!read.success) return ["The manifest can not be read."];
  const { signature, ...content } = read.data;
  const mac = Uint8Array.from(Buffer.from(signature.mac, "hex"));
  if (!vault.isSigned({ keyId: signature.keyId, mac }, PURPOSE, canonicalJson(content)))
    return ["The manifest was not signed by this console, or was changed."];
  const problems: string[] = [];
  for (const { name, sha256 } of content.files) {
    const found = await readHash(name);
    if (found === null) problems.push(`${name} is missing.`);
    else if (found !== sha256) problems.push(`${name} was changed.`);
  }
  const known = new Set(content.files.map(({ name }) => name));
  return [...problems, ...names.filter((name) => !known.has(name)).map((name) => `${name} was put in.`)];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
