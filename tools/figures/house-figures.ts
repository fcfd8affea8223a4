import { posix } from "node:path";
import { circlesIn } from "../checks/connected.ts";
import { fileCircles, fileImports } from "../checks/file-circles.ts";
import { isTest, type SourceFile } from "../checks/repository-files.ts";

const CODE = /^(apps|packages|tools|e2e)\/.*\.tsx?$/;
const SHORT = 25;
const API = "packages/api/src/";
const PAGES = "apps/console/src/pages/";
/** Where writes go through; every other transaction is one beside it. */
const DOOR = "packages/api/src/command.ts";

export interface Size {
  /** The package; "all" for the whole. */
  home: string;
  /** Source files, lines of source and lines of tests with what supports them. */
  files: number;
  lines: number;
  testLines: number;
  /** Lines of a source file. */
  median: number;
  p95: number;
  /** Share of source files with 25 lines or fewer. */
  shortShare: number;
}

/** How large each package is, and all of them together. */
export function packageSizes(files: readonly SourceFile[]): Size[] {
  const code = files.filter(({ path }) => CODE.test(path));
  const homes = Map.groupBy(code, ({ path }) => packagePath(path));
  return [...[...homes].toSorted(([one], [other]) => (one < other ? -1 : 1)), ["all", code] as const].map(
    ([home, own]) => packageSize(home, own),
  );
}

function packageSize(home: string, files: readonly SourceFile[]): Size {
  const lines = files
    .filter(({ path }) => !isTest(path))
    .map(countLines)
    .toSorted((one, other) => one - other);
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(share * lines.length))] ?? 0;
  return {
    home,
    files: lines.length,
    lines: sum(lines),
    testLines: sum(files.filter(({ path }) => isTest(path)).map(countLines)),
    median: at(0.5),
    p95: at(0.95),
    shortShare: lines.length === 0 ? 0 : lines.filter((count) => count <= SHORT).length / lines.length,
  };
}

/** What tells whether one finds one's way, by name. */
export function houseFigures(files: readonly SourceFile[]): Record<string, number | string> {
  const sources = files.filter(({ path }) => CODE.test(path) && !isTest(path));
  const console = sources.filter(({ path }) => path.startsWith("apps/console/"));
  const folders = Map.groupBy(sources, ({ path }) => posix.dirname(path));
  const [largest = "", inLargest = []] =
    [...folders].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const effects = sum(console.map(({ text }) => countMatches(text, /\buseEffect\(/g)));
  const imports = fileImports(sources);
  return {
    "source files in the largest folder": `${inLargest.length} (${largest})`,
    "folders with more than 40 source files": [...folders.values()].filter((own) => own.length > 40).length,
    "circles of files, by imports of values": fileCircles(sources).length,
    "circles of domains of packages/api, by all imports": circlesIn(
      imports
        .map(({ from, to }) => [apiDomain(from), apiDomain(to)] as const)
        .filter(([from, to]) => from !== null && to !== null && from !== to)
        .map(([from, to]) => [String(from), String(to)]),
    ).length,
    "imports of one page by another": imports.filter(({ from, to }) => {
      const [one, other] = [pageName(from), pageName(to)];
      return one !== null && other !== null && one !== other;
    }).length,
    "unsafeTransaction beside command.ts, in api and server": sum(
      sources
        .filter(({ path }) => path !== DOOR && /^(packages\/api|apps\/server)\/src\//.test(path))
        .map(({ text }) => countMatches(text, /\.unsafeTransaction\(/g)),
    ),
    "useEffect per 1,000 lines of the console": (
      (1_000 * effects) /
      Math.max(1, sum(console.map(countLines)))
    ).toFixed(1),
  };
}

/** The folder of a domain; a router stands above the domains. */
const apiDomain = (path: string): string | null =>
  path.startsWith(API) && !path.endsWith("/router.ts")
    ? (/^([^/]+)\//.exec(path.slice(API.length))?.[1] ?? null)
    : null;

const pageName = (path: string): string | null =>
  path.startsWith(PAGES) ? (/^([^/]+)\//.exec(path.slice(PAGES.length))?.[1] ?? null) : null;

const packagePath = (path: string): string =>
  /^(apps|packages)\//.test(path) ? path.split("/").slice(0, 2).join("/") : (path.split("/")[0] ?? "");

const countLines = ({ text }: SourceFile): number => text.trimEnd().split("\n").length;
const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
