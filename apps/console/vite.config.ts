import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Rolldown } from "vite";
import { configDefaults, defineConfig } from "vitest/config";
import { guideChapters } from "./guide/plugin.ts";

const server = `http://localhost:${process.env.API_PORT || 3000}`;

/** Modules that load together are one file. Without these groups a page would load a hundred files. */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // The shell configures zod without loading it.
  { name: "zod-config", test: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/, priority: 6 },
  { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 5 },
  { name: "shell", tags: ["$initial"], priority: 4 },
  {
    name: (id, build) => (isNeededBy("users-page.tsx", id, build) ? "users" : null),
    minShareCount: 2,
    priority: 3,
  },
  // One small file for all domains.
  { name: "commands", test: /[\\/](contract|use-command)\.ts$/, priority: 2 },
  {
    name: "base-ui",
    test: /[\\/]node_modules[\\/](@base-ui|@floating-ui)[\\/]/,
    minShareCount: 8,
    priority: 2,
  },
  // The small parts of lists and of exports: a file for each would cost the shell its name.
  { name: "lists", test: /[\\/](first-rows|no-match|query-failure|show-more)\.tsx$/, priority: 2 },
  {
    name: "exports",
    test: /[\\/](export-menu|export-status|use-export|use-list-export)\.tsx?$/,
    priority: 2,
  },
  { name: "form", test: /[\\/](console[\\/]src[\\/]form|react-hook-form|@hookform)[\\/]/, minShareCount: 4 },
];

export default defineConfig({
  plugins: [guideChapters(), react(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
      },
    },
  },
  worker: { format: "es" },
  server: {
    proxy: {
      "/trpc": server,
      "/api": server,
      "/healthz": server,
      "/readyz": server,
      "/public": server,
      "/files": server,
      "/admin/file-upload": server,
      "/metabase": server,
    },
  },
  test: {
    name: "console",
    environment: "happy-dom",
    // The default leaves a core to an editor: of two that is half.
    maxWorkers: 2,
    isolate: false,
    execArgv: ["--max-semi-space-size=32"],
    environmentOptions: { happyDOM: { url: "http://localhost:3000/" } },
    setupFiles: ["src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ...(process.env.TESTS_WITHOUT_SLOW ? ["**/*.slow.test.*"] : [])],
    css: false,
    testTimeout: process.env.TESTS_WITHOUT_SLOW ? 120_000 : 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

/** Whether this module is the named one, or is imported by it however far down. */
function isNeededBy(
  page: string,
  id: string,
  build: Rolldown.ChunkingContext,
  seen: Set<string> = new Set(),
): boolean {
  if (id.endsWith(`/${page}`)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (build.getModuleInfo(id)?.importers ?? []).some((importer) =>
    isNeededBy(page, importer, build, seen),
  );
}
