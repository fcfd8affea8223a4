import { posix } from "node:path";
import { domainCircles } from "./checks/circles.ts";
import { fileCircles } from "./checks/file-circles.ts";
import { findImports } from "./checks/imports.ts";
import { report } from "./checks/report.ts";
import { isTest, repositoryFiles, type SourceFile } from "./checks/repository-files.ts";

/** Who may import whom. A test may besides name any package its manifest declares, and the sandbox. */
const ARROWS: Record<string, { values: string[]; types?: string[] }> = {
  "apps/console": { values: ["packages/validators"], types: ["packages/api"] },
  "apps/server": { values: ["packages/api", "packages/db", "packages/demo", "packages/providers"] },
  "apps/sandbox": { values: [] },
  "packages/api": { values: ["packages/db", "packages/providers", "packages/validators"] },
  "packages/db": { values: [] },
  "packages/demo": { values: ["packages/api", "packages/db", "packages/providers", "packages/validators"] },
  "packages/providers": { values: [] },
  "packages/validators": { values: [] },
};

/** Folders and kinds of file with a rule of their own: what the files may not import. */
const WITHIN: { name: string; files: RegExp; never: RegExp; except?: RegExp }[] = [
  {
    name: "only routers speak tRPC",
    files: /^packages\/api\/src\//,
    except: /\/(router|trpc|transformer|index)\.ts$/,
    never: /^@trpc\/|\/(router|trpc)\.ts$/,
  },
  {
    name: "a router holds no rule and reads no table",
    files: /^packages\/api\/src\/.*\/router\.ts$/,
    never: /^@countinghouse\/(db|providers)|^pg$|rules\.ts$/,
  },
  {
    name: "a domain receives what it uses, not all services",
    files: /^packages\/api\/src\/[^/]+\//,
    except: /\/router\.ts$/,
    never: /^(\.\.\/)+services\.ts$/,
  },
  {
    name: "rules know neither database nor transport nor service",
    files: /^packages\/api\/src\/.*rules\.ts$/,
    never: /^@countinghouse\/(db|providers)|^@trpc\/|^pg$|service\.ts$|context\.ts$/,
  },
  {
    name: "ui components know no router, query or form",
    files: /^apps\/console\/src\/ui\//,
    never: /^(wouter|react-hook-form|@tanstack\/|@trpc\/)|^@\/(pages|layout|form|api|table)\//,
  },
  {
    name: "rules and texts of the shared package load no schema library",
    files: /^packages\/validators\/src\/.*\/(rules|texts)\.ts$/,
    never: /^zod$|schemas\.ts$/,
  },
  {
    name: "commands alone load what is made up for a demonstration: the server starts without it",
    files: /^apps\/server\/src\/(?!cli\/)/,
    never: /^@countinghouse\/demo\b/,
  },
  {
    name: "PrismaClient is constructed in packages/db/src/index.ts alone",
    files: /^(apps|packages)\//,
    except: /^packages\/db\/src\/index\.ts$/,
    never: /generated\/prisma\/client/,
  },
];

/** Sentences about every import that runs against the arrows of the house. */
export function backwardImports(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => /^(apps|packages)\/.*\.tsx?$/.test(path));
  return sources.flatMap(({ path, text }) =>
    findImports(text).flatMap(({ from, line, typeOnly }) =>
      [crossing(path, from, typeOnly), ...broken(path, from, typeOnly)]
        .filter((reason) => reason !== null)
        .map((reason) => `${path}:${line} imports ${from}: ${reason}`),
    ),
  );
}

function crossing(path: string, from: string, typeOnly: boolean): string | null {
  const home = packagePath(path);
  const target = importTarget(path, from);
  if (target === null || target === home) return null;
  if (isTest(path) && (target === "apps/sandbox" || from.startsWith("@countinghouse/"))) return null;
  if (from.startsWith(".")) return "a package is named, not reached into";
  const { values, types = [] } = ARROWS[home] ?? { values: [] };
  if (values.includes(target)) return null;
  if (types.includes(target)) return typeOnly ? null : `${home} takes types alone from ${target}`;
  return `no arrow leads from ${home} to ${target}`;
}

function broken(path: string, from: string, typeOnly: boolean): string[] {
  if (isTest(path)) return [];
  const reached = isForeignPage(path, from) ? ["a page is imported by the routes alone"] : [];
  const rules = WITHIN.filter((rule) => rule.files.test(path) && !rule.except?.test(path))
    .filter((rule) => rule.never.test(from) && !(typeOnly && /generated/.test(from)))
    .map((rule) => rule.name);
  return [...reached, ...rules];
}

const CONSOLE = "apps/console/src";
const ROUTES = `${CONSOLE}/routes.tsx`;

/** Whether a file of the console reaches into the folder of a page that is not its own. */
function isForeignPage(path: string, from: string): boolean {
  if (!path.startsWith(`${CONSOLE}/`) || path === ROUTES) return false;
  const target = from.startsWith("@/")
    ? `${CONSOLE}/${from.slice(2)}`
    : posix.join(posix.dirname(path), from);
  const page = pageFolder(target);
  return page !== null && page !== pageFolder(path);
}

/** The folder of the page that a file belongs to; null for what is no page's. */
const pageFolder = (path: string): string | null =>
  /^apps\/console\/src\/pages\/([^/]+)/.exec(path)?.[1] ?? null;

const packagePath = (path: string): string => path.split("/").slice(0, 2).join("/");

/** The workspace folder an import leads to; null outside the workspace. */
function importTarget(path: string, from: string): string | null {
  if (from.startsWith(".")) return packagePath(posix.join(posix.dirname(path), from));
  const name = /^@countinghouse\/([^/]+)/.exec(from)?.[1];
  return name ? (Object.keys(ARROWS).find((home) => home.endsWith(`/${name}`)) ?? name) : null;
}

/** Prints what breaks the rules of imports. */
export function reportImports(): void {
  const files = repositoryFiles();
  report("Imports against the arrows", backwardImports(files));
  report("Circles between domains", domainCircles(files));
  report("Circles between files", fileCircles(files));
}

if (import.meta.main) reportImports();
