import { posix } from "node:path";
import { circlesIn } from "./connected.ts";
import { findImports } from "./imports.ts";
import { isTest, type SourceFile } from "./repository-files.ts";

export interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** The imports of source files by others of the repository. */
export function fileImports(sources: readonly SourceFile[]): Import[] {
  const paths = new Set(sources.map(({ path }) => path));
  return sources.flatMap(({ path, text }) =>
    findImports(text).flatMap(({ from, typeOnly }) => {
      const to = importTarget(path, from, paths);
      return to === null ? [] : [{ from: path, to, typeOnly }];
    }),
  );
}

function importTarget(path: string, from: string, paths: ReadonlySet<string>): string | null {
  const [, name, rest] = /^@countinghouse\/([^/]+)(?:\/(.+))?$/.exec(from) ?? [];
  const target = from.startsWith(".")
    ? posix.join(posix.dirname(path), from)
    : from.startsWith("@/")
      ? `apps/console/src/${from.slice(2)}`
      : `packages/${name}/src/${rest ?? "index"}`;
  return [target, `${target}.ts`, `${target}.tsx`].find((each) => paths.has(each)) ?? null;
}

/** Sentences about source files that need one another's values: each circle with all that belong to it. */
export function fileCircles(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path));
  const values = fileImports(sources).filter(({ typeOnly }) => !typeOnly);
  return circlesIn(values.map(({ from, to }) => [from, to])).map(
    (circle) => `${circle.toSorted().join(", ")} import one another`,
  );
}
