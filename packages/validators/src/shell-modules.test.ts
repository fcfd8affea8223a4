import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Every module that `module` imports when it runs, itself included. */
function importsOf(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return seen;
  seen.add(module);
  if (!module.startsWith("./")) return seen;
  const source = readFileSync(new URL(module, import.meta.url), "utf8");
  for (const [, imported = ""] of source.matchAll(/^(?:import|\}) (?!type ).*from "(.+)";$/gm))
    importsOf(imported, seen);
  return seen;
}

test.each([
  "account-rules",
  "asset-report-rules",
  "auth-constants",
  "bank-link-rules",
  "business-rules",
  "collection-rules",
  "deal-rules",
  "decision-rules",
  "do-not-fund-rules",
  "ein",
  "file-rules",
  "institution-rules",
  "loan-return-rules",
  "ledger-list",
  "ledger-write-rules",
  "manual-approval",
  "manual-payment-rules",
  "masking",
  "messages",
  "metabase",
  "money",
  "new-york",
  "payment-preference-rules",
  "payment-schedule-rules",
  "phone",
  "processor-transactions-list",
  "re-access-rules",
  "remarks-list",
  "restart-application-rules",
  "roles",
  "similar-records-rules",
  "ssn",
  "upload-rules",
  "user-flag-rules",
  "users-list",
])("%s can be loaded by the console's shell without loading a schema library", (name) => {
  expect([...importsOf(`./${name}.ts`)].filter((imported) => !imported.startsWith("./"))).toEqual([]);
});

test("a schema module is known to load the schema library", () => {
  expect(importsOf("./manual-payments.ts")).toContain("zod");
});
