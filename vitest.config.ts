import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { moduleScope } from "./packages/api/src/testing/module-scope.ts";

/** A slow test has ten minutes. */
const TEST_TIMEOUT_MS = process.env.TESTS_WITHOUT_SLOW ? 120_000 : 600_000;
const TIMEOUTS = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: 60_000 } },
};
const TESTS = ["packages/*/src/**/*.test.ts", "apps/{server,sandbox}/src/**/*.test.ts", "tools/**/*.test.ts"];
/** Where processes that tests start find their code compiled, as under npm: it halves what a start takes. */
const COMPILED = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules", ".cache", "compiled"),
};
const LONG = "**/*.long.test.ts";
/** Needs other programs than the database. */
const SYSTEM = "**/*.system.test.ts";
/** Left out of `npm test`, which sets this. */
const SLOW = process.env.TESTS_WITHOUT_SLOW ? ["**/*.slow.test.*"] : [];
/** Starts databases of its own, and runs beside the others. */
const COMMANDS = "tools/long/commands.long.test.ts";

/** Tests of the long runs: each file in a process of its own. */
const longProject = (name: "long" | "system", include: string, groupOrder: number) => ({
  test: {
    name,
    environment: "node",
    maxWorkers: 2,
    sequence: { groupOrder },
    include: [include],
    exclude: [...configDefaults.exclude, COMMANDS],
    globalSetup: ["packages/db/src/testing/global-setup.ts"],
    env: COMPILED,
    ...TIMEOUTS,
    // What takes a minute on a quiet machine takes a quarter of an hour on a busy one.
    testTimeout: 900_000,
    hookTimeout: 600_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      "apps/console/vite.config.ts",
      {
        plugins: [moduleScope],
        test: {
          name: "node",
          environment: "node",
          // One more than a small machine has cores: each waits much of its time for PostgreSQL.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // Loading the house anew for each file takes longer than its tests.
          isolate: false,
          // Young objects die young in a larger nursery: an eighth less time in the garbage collector.
          execArgv: ["--max-semi-space-size=32"],
          include: TESTS,
          exclude: [...configDefaults.exclude, LONG, SYSTEM, ...SLOW],
          globalSetup: ["packages/db/src/testing/global-setup.ts"],
          env: COMPILED,
          ...TIMEOUTS,
        },
      },
      longProject("long", LONG, 2),
      longProject("system", SYSTEM, 3),
      {
        test: {
          name: "commands",
          environment: "node",
          sequence: { groupOrder: 4 },
          include: [COMMANDS],
          // A command waits much of its time for what it starts.
          maxConcurrency: 2,
          env: COMPILED,
          ...TIMEOUTS,
        },
      },
    ],
  },
});
