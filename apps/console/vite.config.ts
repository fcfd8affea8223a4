import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { configDefaults, defineConfig } from "vitest/config";
import { guideChapters } from "./guide/plugin.ts";

const server = `http://localhost:${process.env.API_PORT || 3000}`;

/** What most texts are written in. */
const FONT = "inter-latin-wght-normal";

/**
 * What is loaded together is one file: each small module in a file of its own made a hundred requests of a page. First
 * the shell; then what the users list needs besides; most pages need a select or another popup, every form zod and fields.
 */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 5 },
  { name: "shell", tags: ["$initial"], priority: 4 },
  {
    name: (id, build) => (isNeededBy("users-page.tsx", id, build) ? "users" : null),
    minShareCount: 2,
    priority: 3,
  },
  // One small file for all domains: a file for each would cost the shell its name.
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
  plugins: [
    guideChapters(),
    react(),
    tailwindcss(),
    withoutInjectedStyles(),
    withoutEval(),
    withTrustedWidget(),
    withSubscriptionsApart(),
    withFontAhead(),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        // The shell names every chunk, and no other letters of it are as dear as those of the hashes.
        chunkFileNames: "assets/[name]-[hash:7].js",
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
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
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

/** zod tries whether texts may be run, which the content policy refuses, and browsers report: it takes no for an answer. */
function withoutEval(): Plugin {
  return {
    name: "without-eval",
    transform(code, id) {
      if (!id.endsWith("/zod/v4/core/util.js")) return undefined;
      return { code: code.replace('new F("");', "return false;"), map: null };
    },
  };
}

/** The bot check's widget makes its own templates by a policy that the content policy names; what stands in them as well. */
function withTrustedWidget(): Plugin {
  return {
    name: "with-trusted-widget",
    transform(code, id) {
      if (!id.endsWith("/altcha/dist/external/altcha.js")) return undefined;
      const trusted = code.replaceAll(
        /(wrapper|parent_node)\.innerHTML = \/\*\* @type \{\w+\} \*\/\s*value;/g,
        "$1.innerHTML = create_trusted_html(value);",
      );
      return { code: trusted, map: null };
    },
  };
}

/**
 * tRPC's client is one module: what it has for server-sent events would lie in the shell, which needs the rest of it. The
 * link of subscriptions, loaded with the first of them, gets a copy of that module, of which nothing else is kept.
 */
function withSubscriptionsApart(): Plugin {
  return {
    name: "with-subscriptions-apart",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (source !== "@trpc/client" || !importer?.endsWith("/live/subscription-link.ts")) return null;
      const client = await this.resolve(source, importer, { ...options, skipSelf: true });
      return client && { ...client, id: `${client.id}?subscriptions` };
    },
  };
}

/**
 * The browser would learn of the font from the first text it lays out, and lay it out again once the font is there: it is told
 * of it in the head.
 */
function withFontAhead(): Plugin {
  return {
    name: "with-font-ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => name.includes(FONT));
        if (file === undefined) throw new Error(`The build has no ${FONT}.`);
        const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${file}` };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
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
