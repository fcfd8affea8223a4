import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "apps/console/vite.config.ts",
      {
        test: {
          name: "node",
          environment: "node",
          // A test that asks PostgreSQL keeps no core busy: one more than a small machine has.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // Loading the house anew for each file takes longer than its tests.
          isolate: false,
          // Young objects die young in a larger nursery: an eighth less time in the garbage collector.
          execArgv: ["--max-semi-space-size=32"],
          include: [
            "packages/*/src/**/*.test.ts",
            "apps/{server,sandbox}/src/**/*.test.ts",
            "tools/**/*.test.ts",
          ],
          globalSetup: ["packages/db/src/testing/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
