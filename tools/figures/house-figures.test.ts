import { expect, test } from "vitest";
import { circlesIn } from "../checks/connected.ts";
import { houseFigures, packageSizes } from "./house-figures.ts";

const file = (path: string, text: string) => ({ path, text });
const page = "apps/console/src/pages";

test("a circle is found however long it is, and what only leads to one or away from one is none", () => {
  const found = circlesIn([
    ["in", "a"],
    ["a", "b"],
    ["b", "c"],
    ["c", "a"],
    ["c", "out"],
    ["x", "y"],
    ["y", "x"],
    ["alone", "alone"],
  ]);
  expect(found.map((group) => group.toSorted())).toEqual(
    expect.arrayContaining([
      ["a", "b", "c"],
      ["x", "y"],
    ]),
  );
  expect(found).toHaveLength(2);
});

test("lines of source and of tests are counted apart, package by package and together", () => {
  const sizes = packageSizes([
    file("packages/db/src/index.ts", "1\n2\n3\n"),
    file("packages/db/src/index.test.ts", "1\n"),
    file("packages/db/src/testing/database.ts", "1\n2\n"),
    file("tools/long.ts", "line\n".repeat(100)),
    file("docs/audit.md", "no code"),
  ]);
  expect(sizes).toMatchObject([
    { home: "packages/db", files: 1, lines: 3, testLines: 3, shortShare: 1 },
    { home: "tools", files: 1, lines: 100, testLines: 0, shortShare: 0 },
    { home: "all", files: 2, lines: 103, testLines: 3, shortShare: 0.5 },
  ]);
});

test("pages that import pages, transactions beside the door, circles and effects are counted", () => {
  const figures = houseFigures([
    file(`${page}/users/users-page.tsx`, 'import { a } from "@/pages/notes/a.tsx";\nuseEffect(() => {});\n'),
    file(`${page}/notes/a.tsx`, 'import { b } from "./b.tsx";\n'),
    file(`${page}/notes/b.tsx`, 'import { a } from "./a.tsx";\n'),
    file("packages/api/src/command.ts", "db.unsafeTransaction(work);\n"),
    file("packages/api/src/loans/service.ts", 'import type { U } from "../users/service.ts";\n'),
    file(
      "packages/api/src/users/service.ts",
      'import { l } from "../loans/service.ts";\ndb.unsafeTransaction();\n',
    ),
  ]);
  expect(figures).toEqual({
    "source files in the largest folder": `2 (${page}/notes)`,
    "folders with more than 40 source files": 0,
    "circles of files, by imports of values": 1,
    "circles of domains of packages/api, by all imports": 1,
    "imports of one page by another": 1,
    "unsafeTransaction beside command.ts, in api and server": 1,
    "useEffect per 1,000 lines of the console": "250.0",
  });
});
