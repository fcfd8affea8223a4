import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./checks/repository-files.ts";

const DIST = join(ROOT, "apps/console/dist");
const KIB = 1024;
/** The limit of all that a signed-in browser loads until the users list is shown. */
const FIRST_LIST = 260 * KIB;
/** The limit of what a page loads that the first list has not loaded. */
const FURTHER_PAGE = 85 * KIB;
const USERS_PAGE = "src/pages/users/users-page.tsx";
const PAGE = /^src\/pages\/.*-page\.tsx$/;
/** Parts that load after a click, a key, a message or on a narrow screen. Every other part counts for the first list. */
const LOADED_LATER = [
  "admin-menu-content",
  "column-menu",
  "command-palette",
  "customers-actions",
  "draw-width",
  "explain-balance-sheet",
  "export-dialog",
  "filter-menu",
  "menu-sheet",
  "new-customer-form",
  "no-users",
  "row-opener",
  "selection-bar",
  "shortcut-sheet",
  "sign-in-steps",
  "toaster",
  "tooltip-popup",
  "views-menu",
];

interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
const names = Object.keys(manifest);
const entries = names.filter((name) => manifest[name]?.isEntry);
const later = LOADED_LATER.map((part) => {
  const name = names.find((each) => manifest[each]?.name === part);
  if (name === undefined) throw new Error(`The build has no ${part}.`);
  return name;
});
const first = closure([...entries, USERS_PAGE], (name) => !PAGE.test(name) && !later.includes(name));
const rows = [
  row("all of the first list (users)", first, FIRST_LIST),
  ...names
    .filter((name) => PAGE.test(name) && name !== USERS_PAGE)
    .map((page) => {
      const further = [...closure([page])].filter((name) => !first.has(name));
      return row(page.replace(/^src\/pages\//, ""), further, FURTHER_PAGE);
    }),
];

console.log(rows.map(({ text }) => text).join("\n"));
if (rows.some(({ fits }) => !fits)) process.exitCode = 1;

/** The chunks, everything they import, and of their dynamic imports those that load at once. */
function closure(roots: readonly string[], loadsAtOnce = (_name: string) => false): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (reached.has(name)) return;
    reached.add(name);
    chunk.imports?.forEach(visit);
    chunk.dynamicImports?.filter(loadsAtOnce).forEach(visit);
  };
  roots.forEach(visit);
  return reached;
}

function row(title: string, chunks: Iterable<string>, budget: number): { text: string; fits: boolean } {
  const files = [...chunks];
  const size = files.reduce((sum, name) => sum + gzipped(manifest[name]?.file ?? ""), 0);
  const fits = size <= budget;
  const figures = `${(size / KIB).toFixed(1).padStart(7)} KiB of ${budget / KIB} KiB in ${files.length} files`;
  return { text: `${figures}  ${title}${fits ? "" : "  TOO LARGE"}`, fits };
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
}
