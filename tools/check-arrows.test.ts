import { expect, test } from "vitest";
import { backwardImports } from "./check-arrows.ts";
import { fileCircles } from "./checks/file-circles.ts";

const problems = (path: string, text: string) => backwardImports([{ path, text }]);

test("no files need one another's values in a circle; types may", () => {
  const circle = (kind: string) =>
    fileCircles([
      { path: "packages/api/src/a.ts", text: `import { b } from "./b.ts";` },
      { path: "packages/api/src/b.ts", text: `import ${kind}{ a } from "./a.ts";` },
    ]);
  expect(circle("")).toEqual(["packages/api/src/a.ts, packages/api/src/b.ts import one another"]);
  expect(circle("type ")).toEqual([]);
});

test.each([
  ["packages/validators/src/a.ts", `import { x } from "@countinghouse/api/users";`, "no arrow leads"],
  [
    "packages/api/src/users/service.ts",
    `import { x } from "../../../../apps/server/src/env.ts";`,
    "not reached into",
  ],
  ["apps/sandbox/src/a.ts", `import { x } from "@countinghouse/validators/money";`, "no arrow leads"],
  ["apps/server/src/a.ts", `import { x } from "@countinghouse/console";`, "no arrow leads"],
  ["apps/console/src/a.ts", `import { appRouter } from "@countinghouse/api";`, "types alone"],
  [
    "packages/api/src/users/service.ts",
    `import { TRPCError } from "@trpc/server";`,
    "only routers speak tRPC",
  ],
  ["packages/api/src/users/service.ts", `import { can } from "../trpc.ts";`, "only routers speak tRPC"],
  [
    "packages/api/src/users/service.ts",
    `import type { Services } from "../services.ts";`,
    "receives what it uses",
  ],
  [
    "packages/api/src/users/router.ts",
    `import { Prisma } from "@countinghouse/db";`,
    "a router holds no rule",
  ],
  [
    "packages/api/src/payments/rules.ts",
    `import type { Tx } from "@countinghouse/db";`,
    "rules know neither",
  ],
  ["packages/api/src/payments/rules.ts", `import { pay } from "./service.ts";`, "rules know neither"],
  [
    "packages/db/src/seed/a.ts",
    `import { PrismaClient } from "../generated/prisma/client.ts";`,
    "PrismaClient",
  ],
  ["apps/server/src/app.ts", `import { x } from "@countinghouse/demo/files";`, "commands alone load"],
  ["packages/api/src/a.ts", `import { x } from "@countinghouse/demo/files";`, "no arrow leads"],
  ["apps/console/src/ui/button.tsx", `import { Link } from "wouter";`, "ui components"],
  [
    "apps/console/src/layout/a.tsx",
    `const Page = lazy(() => import("@/pages/users/users-page.tsx"));`,
    "routes alone",
  ],
  ["apps/console/src/pages/users/a.tsx", `import { x } from "../payment/x.tsx";`, "routes alone"],
  ["apps/console/src/pages/users/parts/a.tsx", `import { x } from "../../payment/x.tsx";`, "routes alone"],
  ["apps/console/src/layout/a.tsx", `import { x } from "../pages/users/x.tsx";`, "routes alone"],
])("%s may not say %s", (path, text, reason) => {
  expect(problems(path, text)).toEqual([expect.stringContaining(reason)]);
});

test.each([
  ["apps/console/src/api/client.ts", `import type { AppRouter } from "@countinghouse/api";`],
  ["packages/api/src/users/service.ts", `import { can } from "@countinghouse/validators/roles";`],
  [
    "packages/providers/src/mailer.test.ts",
    `import { startSandbox } from "../../../apps/sandbox/src/index.ts";`,
  ],
  ["apps/server/src/cli/a.ts", `import { x } from "@countinghouse/demo/files";`],
  ["packages/db/src/seed/a.ts", `import type { Role } from "../generated/prisma/enums.ts";`],
  ["apps/console/src/pages/users/parts/a.tsx", `import { x } from "../x.tsx";`],
  ["apps/console/src/pages/users/a.tsx", `import { x } from "./payment/x.tsx";`],
  ["apps/console/src/routes.tsx", `const Page = lazy(() => import("./pages/users/users-page.tsx"));`],
])("%s may say %s", (path, text) => {
  expect(problems(path, text)).toEqual([]);
});
