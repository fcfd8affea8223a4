import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../checks/repository-files.ts";
import { linesOf, OPERATOR_DOCUMENTS, triedBlocks } from "./blocks.ts";
import { STEPS } from "./steps.ts";

const MARKDOWN = "So:\n\n```sh\n# first\none  # why\ntwo\nthree\n```\n";

test("lines of a block are taken as they stand, without lines of comment", () => {
  expect(linesOf(MARKDOWN, { from: "one", to: "two" })).toEqual(["one  # why", "two"]);
  expect(linesOf(MARKDOWN, { from: "two" })).toEqual(["two", "three"]);
  expect(() => linesOf(MARKDOWN, { from: "four" })).toThrow("four");
});

test("a block is not tried where the line before it says so", () => {
  const reason = "Not tried by `npm run tool -- deploy`: it has no container engine.";
  expect(triedBlocks(MARKDOWN.replace("So:", `So. ${reason}`))).toEqual([]);
});

test.each(OPERATOR_DOCUMENTS)("npm run tool -- deploy tries each line of the blocks of %s", (path) => {
  const markdown = readFileSync(join(ROOT, path), "utf8");
  const tried = STEPS.filter(({ document }) => document === path).flatMap(({ lines }) =>
    lines === undefined ? [] : linesOf(markdown, lines),
  );
  // What npm test itself does, npm run test:all has done before.
  const lines = triedBlocks(markdown)
    .flat()
    .filter((line) => !line.startsWith("npm test "));
  expect(lines.filter((line) => !tried.includes(line))).toEqual([]);
});
