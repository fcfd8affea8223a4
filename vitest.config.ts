import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "apps/console/vite.config.ts",
      {
        test: {
          name: "node",
          environment: "node",
          // The default leaves a core to an editor: of two that is half. It is told to each project, none inherits it.
          maxWorkers: "150%",
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
