import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Children, createChildren } from "./children.ts";

let folder: string;
let children: Children;
let deaths: string[];
let died: Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countinghouse-children-"));
  deaths = [];
  died = new Promise((resolve) => {
    children = createChildren(join(folder, "logs"), (reason) => {
      deaths.push(reason);
      resolve();
    });
  });
});
afterEach(async () => {
  await children.stop();
  rmSync(folder, { recursive: true });
});

/** A program that lives until it is stopped, and then writes its name into the diary. */
function livingProgram(name: string): string {
  return program(
    name,
    `import { appendFileSync } from "node:fs";
     process.on("SIGTERM", () => { appendFileSync(${JSON.stringify(diary())}, "${name} "); process.exit(); });
     setInterval(() => {}, 1_000);
     process.send({ type: "ready", name: "${name}" });`,
  );
}

function program(name: string, text: string): string {
  const script = join(folder, `${name}.mjs`);
  writeFileSync(script, text);
  return script;
}

const diary = () => join(folder, "diary");
const start = (name: string, script: string) => children.start({ name, script, env: process.env });

test("a process is there once it says so, with what it says", async () => {
  expect(await start("server", livingProgram("server"))).toEqual({ type: "ready", name: "server" });
});

test("processes are stopped in the order opposite to their start", async () => {
  await start("database", livingProgram("database"));
  await start("server", livingProgram("server"));
  await children.stop();
  expect(readFileSync(diary(), "utf8")).toBe("server database ");
  expect(deaths).toEqual([]);
});

test("a process that ends while starting is reported in its own last words", async () => {
  const script = program("server", `console.error("Port 3000 is taken."); process.exit(1);`);
  await expect(start("server", script)).rejects.toThrow(/^Port 3000 is taken\.$/);
});

test("the unexpected end of a process is told with its last words", async () => {
  const script = program(
    "server",
    `process.send({ type: "ready" }, () => { console.error("out of memory"); process.exit(1); });`,
  );
  await start("server", script);
  await died;
  expect(deaths).toEqual(["The server ended unexpectedly.\nout of memory"]);
});

test("nothing is started any more once stopping has begun", async () => {
  await children.stop();
  await expect(start("server", livingProgram("server"))).rejects.toThrow("Stopping.");
  expect(existsSync(diary())).toBe(false);
});
