import { expect, test } from "vitest";
import { findImports } from "./imports.ts";

const names = (source: string) => findImports(source).map(({ from }) => from);

test("every way to import is found, with its line", () => {
  const source = [
    `import one from "one";`,
    `import {\n  a,\n  b,\n} from 'two';`,
    `import "three";`,
    `export * from "four";`,
    `const five = await import("five");`,
  ].join("\n");
  expect(findImports(source).map(({ from, line }) => [from, line])).toEqual([
    ["one", 1],
    ["two", 2],
    ["three", 6],
    ["four", 7],
    ["five", 8],
  ]);
});

test("only a whole `import type` counts as types only", () => {
  const source = `import type { A } from "a";\nimport { type B, c } from "b";\nimport type D from "d";\nimport type from "e";`;
  expect(findImports(source).map(({ typeOnly }) => typeOnly)).toEqual([true, false, true, false]);
});

test("what stands in a comment is not an import", () => {
  expect(names(`// import a from "a";\n/*\nimport b from "b";\n*/\nimport c from "c"; // from "d"`)).toEqual([
    "c",
  ]);
});

test("a comment sign inside a string does not hide the import after it", () => {
  expect(
    names(`const glob = "src/**/*.ts"; const url = "https://x";\nimport a from "a";\nconst b = "*/";`),
  ).toEqual(["a"]);
});

test("words that only look like an import are left alone", () => {
  expect(names(`export const from = "x";\nconst important = { from: "y" };`)).toEqual([]);
});
