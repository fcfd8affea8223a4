import { expect, test } from "vitest";
import { commandNames } from "../../apps/server/src/cli/shared/command-names.ts";
import { repositoryFiles } from "../checks/repository-files.ts";
import { PROOFS } from "../proof.ts";
import { TOOLS } from "../tool.ts";
import { COMMANDS, RUN_ELSEWHERE } from "./commands.ts";
import { commandKind, commandsIn } from "./documented.ts";

test("a command is found in code, in a line of its own and as what goes on with another one", () => {
  expect(
    commandsIn(
      [
        "Run `npm run proof -- races --scale=2 --seed=7`, then `npm start`.",
        "| `npm run bench` | all; `-- csv` and `-- rows` measure one thing each |",
        "STORM_PLANT_DOUBLE=1 npm run storm -- --slow --quick # has to fail",
        "| `npm run recovery` | `-- --book` and `-- --release` afterwards |",
        "`npm run import -- FILE.csv`",
      ].join("\n"),
    ),
  ).toEqual([
    "npm run proof -- races",
    "npm start",
    "npm run bench",
    "npm run bench -- csv",
    "npm run bench -- rows",
    "STORM_PLANT_DOUBLE=1 npm run storm -- --slow",
    "npm run recovery",
    "npm run recovery -- --book",
    "npm run recovery -- --release",
    "npm run import",
  ]);
});

test("every command that a document names is run by npm run test:all", () => {
  const documents = repositoryFiles().filter(({ path }) => path.endsWith(".md"));
  const named = new Set(documents.flatMap(({ text }) => commandsIn(text)));
  const run = new Set([
    ...COMMANDS.map(({ command }) => commandKind(command)),
    ...Object.keys(RUN_ELSEWHERE),
  ]);
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((command) => !run.has(command))).toEqual([]);
});

const read = (path: string): string => repositoryFiles().find((file) => file.path === path)?.text ?? "";

const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

test("every script, tool and proof is run by npm run test:all", () => {
  const run = [...COMMANDS.map(({ command }) => command), ...Object.keys(RUN_ELSEWHERE)].join("\n");
  const commands = [
    ...Object.keys(scripts).map((name) =>
      ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`,
    ),
    ...Object.keys(TOOLS).map((name) => `npm run tool -- ${name}`),
    ...Object.keys(PROOFS).map((name) => `npm run proof -- ${name}`),
  ];
  expect(commands.filter((command) => !run.includes(command))).toEqual([]);
});

test("package.json has a script for each command of the server but those of the demonstration", () => {
  const started = Object.values(scripts).flatMap((script) => /tools\/cli\.ts (\S+)/.exec(script)?.[1] ?? []);
  const typed = commandNames().filter((name) => !name.includes("demonstration"));
  expect(started.toSorted()).toEqual(typed);
});
