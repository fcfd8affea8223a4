import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { moduleScope } from "./packages/api/src/testing/module-scope.ts";

const TIMEOUTS = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };
const TESTS = ["packages/*/src/**/*.test.ts", "apps/{server,sandbox}/src/**/*.test.ts", "tools/**/*.test.ts"];
/** Where processes that tests start find their code compiled, as under npm: it halves what a start takes. */
const COMPILED = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules", ".cache", "compiled"),
};
const LONG = "**/*.long.test.ts";

export default defineConfig({
  test: {
    projects: [
      "apps/console/vite.config.ts",
      {
        plugins: [moduleScope],
        test: {
          name: "node",
          environment: "node",
          // Another would wait less for PostgreSQL, and slow down all that runs beside it.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // Loading the house anew for each file takes longer than its tests.
          isolate: false,
          // Young objects die young in a larger nursery: an eighth less time in the garbage collector.
          execArgv: ["--max-semi-space-size=32"],
          include: TESTS,
          exclude: [...configDefaults.exclude, LONG],
          globalSetup: ["packages/db/src/testing/global-setup.ts"],
          env: COMPILED,
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: "long",
          environment: "node",
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          include: [LONG],
          globalSetup: ["packages/db/src/testing/global-setup.ts"],
          env: COMPILED,
          ...TIMEOUTS,
        },
      },
    ],
  },
});
