import { defineConfig } from "@playwright/test";
import type { Options } from "./e2e/support/test.ts";
import { browserLaunch } from "./tools/browser.ts";

const ALONE = "*.alone.e2e.ts";

/** Browser tests against the real server, database and sandbox, which e2e/global-setup.ts starts. */
export default defineConfig<Options>({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/global-setup.ts",
  projects: [
    { name: "together", testMatch: "*.e2e.ts", testIgnore: ALONE },
    // Tests that change vendors, the clock or switches for all other tests run last, one at a time.
    { name: "alone", testMatch: ALONE, workers: 1, use: { alone: true } },
  ],
  // Two more than the cores of a small machine: a page that waits keeps none busy.
  workers: 4,
  // Each step has its own limit; a long test takes minutes where others keep the machine busy.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only when it is tried again has met another one, or is wrong.
  retries: 0,
  reporter: "list",
  use: {
    baseURL: process.env.E2E_ADDRESS,
    launchOptions: await browserLaunch(),
    locale: "en-US",
    // Far from New York, whose time every screen shows.
    timezoneId: "Asia/Tokyo",
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
  },
});
