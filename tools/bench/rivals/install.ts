import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { execa } from "execa";

/** What is compared with, each at one version. They are installed aside: the project depends on none of them. */
const RIVALS = {
  adminjs: {
    dependencies: {
      adminjs: "7.8.17",
      "@adminjs/express": "6.1.1",
      "@adminjs/sql": "2.2.6",
      express: "4.22.1",
      "express-formidable": "1.2.0",
      "express-session": "1.19.0",
      pg: "8.23.1",
      tslib: "2.9.1",
    },
    // Its editor takes any later version of its parts, which no longer fit each other.
    overrides: Object.fromEntries(
      [
        ..."blockquote bold bullet-list code code-block document dropcursor gapcursor hard-break heading history".split(
          " ",
        ),
        ..."horizontal-rule italic list-item ordered-list paragraph strike text".split(" "),
      ].map((part) => [`@tiptap/extension-${part}`, "2.1.13"]),
    ),
  },
  directus: {
    dependencies: { directus: "12.4.0" },
    // A native addon for code in its flows, which nothing here runs.
    overrides: { "isolated-vm": "file:./isolated-vm" },
  },
} as const;
const SERVERS = ["adminjs-server.ts", "express-server.ts"];

/**
 * The folders in which the rivals are installed, with the servers that start them; installs them where they are not there
 * yet. No install script of theirs runs. Throws where the packages can not be fetched.
 */
export async function installRivals(): Promise<Record<keyof typeof RIVALS, string>> {
  const home = path.join(os.tmpdir(), "countinghouse-rivals");
  const folders = { adminjs: path.join(home, "adminjs"), directus: path.join(home, "directus") };
  const stub = path.join(folders.directus, "isolated-vm");
  mkdirSync(stub, { recursive: true });
  writeJson(path.join(stub, "package.json"), { name: "isolated-vm", version: "6.0.1", main: "index.js" });
  writeFileSync(path.join(stub, "index.js"), "module.exports = {};\n");
  for (const rival of ["adminjs", "directus"] as const) await install(folders[rival], RIVALS[rival]);
  for (const server of SERVERS)
    copyFileSync(path.join(import.meta.dirname, server), path.join(folders.adminjs, server));
  return folders;
}

async function install(folder: string, wanted: object): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (existsSync(path.join(folder, "package-lock.json"))) return;
  console.log(`Installing ${path.basename(folder)} aside …`);
  writeJson(path.join(folder, "package.json"), { private: true, type: "module", ...wanted });
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];
  await execa("npm", ["install", ...options], { cwd: folder });
}

const writeJson = (file: string, content: unknown): void =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
