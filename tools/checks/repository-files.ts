import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A text file of the repository; `path` is from the root, with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

const GENERATED_FOLDERS = new Set(
  "node_modules dist generated .git .data .turbo test-results playwright-report".split(" "),
);
const TEXT =
  /\.(ts|tsx|mjs|js|json|md|css|html|svg|prisma|sql|toml|yaml|yml)$|(^|\/)(\.gitignore|\.ci\/run)$/;

/** Every text file that people wrote, as it lies on disk. */
export function repositoryFiles(root = ROOT): SourceFile[] {
  return pathsBelow(root, "")
    .filter((path) => TEXT.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

function pathsBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return GENERATED_FOLDERS.has(entry.name) ? [] : pathsBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}

export const isTest = (path: string): boolean =>
  /\.(test|e2e)\.tsx?$/.test(path) || /\/(testing|test)\//.test(path) || path.startsWith("e2e/");
