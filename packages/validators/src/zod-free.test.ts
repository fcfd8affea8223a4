import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";

/** What the console's shell and first list load of this package, beside every `rules.ts` and `texts.ts`. */
const ZOD_FREE = [
  "applications/manual-approval.ts",
  "contact/ein.ts",
  "contact/phone.ts",
  "contact/ssn.ts",
  "general-messages.ts",
  "masking.ts",
  "messages.ts",
  "metabase.ts",
  "money.ts",
  "new-york.ts",
  "page-names.ts",
  "roles.ts",
];

/** Every module that `module` imports when it runs, itself included. */
function listImports(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return seen;
  seen.add(module);
  if (!module.endsWith(".ts")) return seen;
  const source = readFileSync(new URL(module, import.meta.url), "utf8");
  for (const [, imported = ""] of source.matchAll(/^(?:import|\}) (?!type ).*from "(.+)";$/gm))
    listImports(imported.startsWith(".") ? posix.join(posix.dirname(module), imported) : imported, seen);
  return seen;
}

const RULES = globSync("**/{rules,texts}.ts", { cwd: new URL(".", import.meta.url) });

test.each([...RULES, ...ZOD_FREE])("%s can be loaded by a screen without the schema library", (module) => {
  expect([...listImports(module)].filter((imported) => !imported.endsWith(".ts"))).toEqual([]);
});

test("a schema module is known to load the schema library", () => {
  expect(listImports("manual-payments/schemas.ts")).toContain("zod");
});
