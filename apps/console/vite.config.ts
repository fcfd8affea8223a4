import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

const server = `http://localhost:${process.env.API_PORT || 3000}`;

/**
 * What is loaded together is one file: each small module in a file of its own made a hundred requests of a page. First
 * the shell; then what the users list needs besides; every form needs zod, every page some icons.
 */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 4 },
  { name: "icons", test: /[\\/]lucide-react[\\/]/, priority: 3 },
  { name: "shell", tags: ["$initial"], priority: 2 },
  {
    name: (id, build) => (isNeededBy("users-page.tsx", id, build) ? "users" : null),
    minShareCount: 2,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutInjectedStyles()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
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
    css: false,
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

/** sonner adds a <style> element as it loads, which the content policy refuses: its file is imported instead. */
function withoutInjectedStyles(): Plugin {
  return {
    name: "without-injected-styles",
    transform(code, id) {
      if (!id.includes("/sonner/dist/")) return undefined;
      return { code: code.replace(/^__insertCSS\(.*\);?$/m, ""), map: null };
    },
  };
}

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
