import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execaNode } from "execa";
import { expect, it } from "vitest";
import { ROOT } from "./checks/repository-files.ts";
import { TOOLS } from "./tool.ts";
import { usageOf } from "./usage.mjs";

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

it("every script of package.json goes through run.mjs, which installs and generates what is missing", () => {
  const others = Object.entries(scripts).filter(([, script]) => !script.startsWith("node tools/run.mjs "));
  expect(others).toEqual([]);
});

const files = new Set(
  Object.values(scripts)
    .flatMap((script) => /tools\/[\w-]+\.ts/.exec(script) ?? [])
    .concat(Object.values(TOOLS).map((file) => join("tools", file))),
);

it.each([...files])("%s starts with its usage text", (file) => {
  expect(usageOf(join(ROOT, file))).toMatch(/^npm (run|start|test)\b/);
});

it("--help prints the usage text and starts nothing", async () => {
  const { stdout, exitCode } = await execaNode(join(ROOT, "tools/run.mjs"), ["tools/start.ts", "--help"]);
  expect(stdout).toBe(usageOf(join(ROOT, "tools/start.ts")));
  expect(exitCode).toBe(0);
});

it.each([
  ["tools/busy.ts", "--times=0", "--times is a whole number from 1, not 0"],
  ["tools/proof.ts", "--size=1", "Unknown option '--size'"],
])("%s with a wrong option ends with one sentence", async (script, option, sentence) => {
  const words = [script, option];
  const { stderr, exitCode } = await execaNode(join(ROOT, "tools/run.mjs"), words, { reject: false });
  expect(stderr).toContain(sentence);
  expect(stderr).toMatch(/The option --help prints the usage text\.$/);
  expect(stderr).not.toContain("    at ");
  expect(exitCode).toBe(1);
});
