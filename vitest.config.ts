import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // The default leaves a core to an editor; of two that is half.
    maxWorkers: "100%",
    projects: [
      "apps/console/vite.config.ts",
      {
        test: {
          name: "node",
          environment: "node",
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
