import { join } from "node:path";
import { execa } from "execa";
import { ROOT } from "../checks/repository-files.ts";
import type { Buildah } from "./buildah.ts";

const IMAGE = "localhost/countinghouse";
/** Where the build keeps packages, as the Containerfile says it. */
const STORE = "/pnpm-store";

/** Builds the image over this base; packages that are on this machine come from here. Returns its name. */
export async function buildImage({ run }: Buildah, base: string): Promise<string> {
  const { stdout } = await execa("pnpm", ["store", "path"], { cwd: ROOT, localDir: ROOT, preferLocal: true });
  const words = ["bud", "--isolation", "chroot", "--format", "docker", "--build-arg", `BASE=${base}`];
  const shared = [`${join(stdout.trim(), "..")}:${STORE}`];
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  // Where packages come through a proxy whose certificate this machine trusts, the build has to as well.
  if (trusted) {
    shared.push(`${trusted}:${trusted}:ro`);
    words.push("--build-arg", `NODE_EXTRA_CA_CERTS=${trusted}`);
  }
  const volumes = shared.flatMap((each) => ["--volume", each]);
  await run([...words, ...volumes, "-f", join(ROOT, "deploy/Containerfile"), "-t", IMAGE, ROOT]);
  return IMAGE;
}

/** What stands in a folder, in bytes: the sum of its files. */
export async function bytesIn(folder: string): Promise<number> {
  const { stdout } = await execa("du", ["--summarize", "--bytes", folder]);
  return Number(stdout.split("\t")[0]);
}
