import { cpSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { ROOT } from "../checks/repository-files.ts";
import type { Buildah } from "./buildah.ts";

/**
 * Makes a base like that of the Containerfile, where no registry of images can be reached: Debian by mmdebstrap, the pinned
 * Node, and the npm of this machine. Returns its name.
 */
export async function makeBase({ folder, run }: Buildah): Promise<string> {
  const context = join(folder, "base");
  const root = join(context, "root.tar");
  await execa("mkdir", ["-p", context]);
  await execa("mmdebstrap", ["--variant=minbase", "--include=ca-certificates,libstdc++6", "bookworm", root]);
  cpSync(realpathSync(join(ROOT, "node_modules/node/bin/node")), join(context, "node"));
  const { stdout: npm } = await execa("which", ["-a", "npm"]);
  const [first = ""] = npm.split("\n");
  cpSync(join(dirname(realpathSync(first)), ".."), join(context, "npm"), { recursive: true });
  writeFileSync(
    join(context, "Containerfile"),
    [
      "FROM scratch",
      "ADD root.tar /",
      "COPY node /usr/local/bin/node",
      "COPY npm /usr/local/lib/node_modules/npm",
      "RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \\",
      "  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \\",
      "  && useradd --uid 1000 --user-group --create-home node",
      "",
    ].join("\n"),
  );
  await run(["bud", "--isolation", "chroot", "-t", "countinghouse-base", context]);
  rmSync(context, { recursive: true });
  return "localhost/countinghouse-base";
}
