import { posix } from "node:path";
import { differingNouns } from "./domain-nouns.ts";
import { findImports } from "./imports.ts";
import { isTest, type SourceFile } from "./repository-files.ts";

const MOST_IN_A_FOLDER = 40;
const DOMAIN = /^(packages\/api\/src\/[^/]+)\/router\.ts$/;

/** How folders are laid out; each rule says in sentences where it does not hold. */
export const LAYOUT_RULES = [
  {
    name: "a domain of the API has all its verbs in service.ts, or each in a file named for it",
    find: (files: readonly SourceFile[]): string[] =>
      files.flatMap((file) => {
        const [, folder] = DOMAIN.exec(file.path) ?? [];
        if (folder === undefined) return [];
        const service = files.some(({ path }) => path === `${folder}/service.ts`);
        const verbs = findImports(file.text)
          .filter(({ from, typeOnly }) => from.startsWith("./") && !typeOnly)
          .map(({ from }) => from);
        const beside = verbs.filter((from) => from !== "./service.ts");
        if (!service || (verbs.includes("./service.ts") && beside.length === 0)) return [];
        return [`${file.path} calls ${beside.join(", ")} beside ./service.ts`];
      }),
  },
  { name: "a domain with a contract has one noun in every layer", find: differingNouns },
  {
    name: "what a domain sends outside is its message.ts, what delivers it its delivery.ts",
    find: (files: readonly SourceFile[]): string[] =>
      files
        .filter(({ path }) =>
          /^packages\/api\/src\/[^/]+\/[^/]+-(message|delivery|service|router)\.ts$/.test(path),
        )
        .map(({ path }) => `${path} has another name`),
  },
  {
    name: `a folder has at most ${MOST_IN_A_FOLDER} source files`,
    find: (files: readonly SourceFile[]): string[] => {
      const sources = files.filter(
        ({ path }) => /^(apps|packages|tools|e2e)\/.*\.tsx?$/.test(path) && !isTest(path),
      );
      return [...Map.groupBy(sources, ({ path }) => posix.dirname(path))]
        .filter(([, own]) => own.length > MOST_IN_A_FOLDER)
        .map(([folder, own]) => `${folder} has ${own.length}`);
    },
  },
];
