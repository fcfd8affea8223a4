import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** What reads a customer and locks it at once, as an import does, is not meant. */
const LOCKS_A_CUSTOMER = /\bSELECT (?:1 )?FROM users\b[^;`]*?\bFOR (?:NO KEY )?UPDATE\b/;

it("the lock of a customer is spelled in one file, so that every one is as strong", () => {
  const lockers = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing/"))
    .filter((file) => LOCKS_A_CUSTOMER.test(readFileSync(join(import.meta.dirname, file), "utf8")));
  expect(lockers).toEqual(["lock-user.ts"]);
});
