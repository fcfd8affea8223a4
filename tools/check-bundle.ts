import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./checks/repository-files.ts";

const DIST = join(ROOT, "apps/console/dist");
const KIB = 1024;
const SHELL_AND_FIRST_LIST = 150 * KIB;
const FURTHER_ROUTE = 60 * KIB;
const FIRST_LIST = "src/pages/users/users-page.tsx";
/** The chunks of the shared libraries: zod, react-hook-form and the fields; Base UI's selects and popups. */
const SHARED = /^_(?:form|zod|base-ui)-/;

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
const names = Object.keys(manifest);
const entries = names.filter((name) => manifest[name]?.isEntry);
const first = closure([...entries, FIRST_LIST]);
const known = new Set([...first, ...closure(names.filter((name) => SHARED.test(name)))]);
const rows = [
  row("shell and users list", first, SHELL_AND_FIRST_LIST),
  ...routePages().map((page) => {
    const further = [...closure([page])].filter((name) => !known.has(name));
    return row(page.replace(/^src\/pages\//, ""), further, FURTHER_ROUTE);
  }),
];

console.log(rows.map(({ text }) => text).join("\n"));
if (rows.some(({ fits }) => !fits)) process.exitCode = 1;

/** Pages loaded on their own: what the routes name, without the drawers that a page opens later. */
function routePages(): string[] {
  return names.filter((name) => /^src\/pages\/.*-page\.tsx$/.test(name) && name !== FIRST_LIST);
}

/** The chunks and everything they load at once with them. */
function closure(roots: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (reached.has(name)) return;
    reached.add(name);
    chunk.imports?.forEach(visit);
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
