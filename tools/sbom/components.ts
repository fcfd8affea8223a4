import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What `pnpm licenses list` says of the packages of one licence. */
interface Listed {
  name: string;
  versions: string[];
  license: string;
  author?: string;
  homepage?: string;
  description?: string;
}

/** A package of somebody else's, as it is installed here. */
export interface Component {
  name: string;
  version: string;
  licence: string;
  author: string | undefined;
  homepage: string | undefined;
  description: string | undefined;
  /** SHA-512 of its archive in hex, as the lockfile pins it; null where that says nothing. */
  sha512: string | null;
}

/** Every installed package with its licence, by name and version; without those that are only built and tested with. */
export async function readComponents({ production }: { production: boolean }): Promise<Component[]> {
  const only = production ? ["--prod"] : [];
  const { stdout } = await execa("pnpm", ["licenses", "list", "--json", ...only], {
    cwd: ROOT,
    preferLocal: true,
    localDir: ROOT,
  });
  const hashes = lockfileHashes(readFileSync(`${ROOT}/pnpm-lock.yaml`, "utf8"));
  return Object.values(JSON.parse(stdout) as Record<string, Listed[]>)
    .flat()
    .flatMap(({ versions, license: licence, name, author, homepage, description }) =>
      versions.map((version) => ({
        name,
        version,
        licence,
        author,
        homepage,
        description,
        sha512: hashes.get(`${name}@${version}`) ?? null,
      })),
    )
    .toSorted((one, other) => (componentKey(one) < componentKey(other) ? -1 : 1));
}

const componentKey = ({ name, version }: Component): string => `${name}@${version}`;

/** The hash of each package's archive: "  'name@1.2.3':" and below it "integrity: sha512-…". */
function lockfileHashes(lockfile: string): ReadonlyMap<string, string> {
  const pinned = lockfile.matchAll(
    /^ {2}'?([^'\s]+@[^'\s]+)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm,
  );
  return new Map(
    [...pinned].map(([, name = "", hash = ""]) => [name, Buffer.from(hash, "base64").toString("hex")]),
  );
}
