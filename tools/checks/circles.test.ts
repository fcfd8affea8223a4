import { expect, test } from "vitest";
import { domainCircles } from "./circles.ts";
import type { SourceFile } from "./repository-files.ts";

const file = (path: string, text: string): SourceFile => ({ path: `packages/api/src/${path}`, text });

test("a circle of three domains is told once, with the imports that make it, of types too", () => {
  expect(
    domainCircles([
      file("users/edit.ts", `import { pay } from "../payments/pay.ts";`),
      file("payments/engine/take.ts", `import type { Loan } from "../../loans/loan.ts";`),
      file("loans/loan.ts", `import { name } from "../users/name.ts";`),
    ]),
  ).toEqual([
    "loans → users → payments → loans: loans/loan.ts imports users/name.ts; users/edit.ts imports payments/pay.ts; payments/engine/take.ts imports loans/loan.ts",
  ]);
});

test("a domain and a file outside of the domains may not need each other", () => {
  expect(
    domainCircles([
      file("users/edit.ts", `import type { Ctx } from "../context.ts";`),
      file("context.ts", `import type { Editing } from "./users/edit.ts";`),
    ]),
  ).toHaveLength(1);
});

test("a router, a test and what is only for tests make none", () => {
  expect(
    domainCircles([
      file("users/router.ts", `import { can } from "../trpc.ts";`),
      file("trpc.ts", `import type { Editing } from "./users/edit.ts";`),
      file("users/edit.slow.test.ts", `import { pay } from "../payments/pay.ts";`),
      file("testing/users.ts", `import { pay } from "../payments/pay.ts";`),
      file("payments/pay.ts", `import { editUser } from "../users/edit.ts";`),
    ]),
  ).toEqual([]);
});
