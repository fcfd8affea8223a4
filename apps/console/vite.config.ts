import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = `http://localhost:${process.env.API_PORT || 3000}`;

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutInjectedStyles()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    // What every form needs is loaded once, by the first form, whatever else is split around it.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]/ }] } },
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
    },
  },
  test: {
    name: "console",
    environment: "happy-dom",
    // As in vitest.config.ts.
    maxWorkers: "150%",
    isolate: false,
    execArgv: ["--max-semi-space-size=32"],
    environmentOptions: { happyDOM: { url: "http://localhost:3000/" } },
    setupFiles: ["src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    css: false,
    testTimeout: 40_000,
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
