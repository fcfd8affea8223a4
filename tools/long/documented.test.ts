import { expect, test } from "vitest";
import { repositoryFiles } from "../checks/repository-files.ts";
import { COMMANDS, RUN_ELSEWHERE } from "./commands.ts";
import { commandKind, commandsIn } from "./documented.ts";

test("a command is found in code, in a line of its own and as what goes on with another one", () => {
  expect(
    commandsIn(
      [
        "Run `npm run races -- --rounds=1 --seed=7`, then `npm start`.",
        "| `npm run bench` | all; `-- csv` and `-- rows` measure one thing each |",
        "STORM_PLANT_DOUBLE=1 npm run storm -- --slow --quick # has to fail",
        "| `npm run recovery` | `-- --book` and `-- --release` afterwards |",
        "`npm run import -- FILE.csv`",
      ].join("\n"),
    ),
  ).toEqual([
    "npm run races",
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

test("every command that a document names is run by npm test or npm run test:long", () => {
  const documents = repositoryFiles().filter(({ path }) => path.endsWith(".md"));
  const named = new Set(documents.flatMap(({ text }) => commandsIn(text)));
  const run = new Set([
    ...COMMANDS.map(({ command }) => commandKind(command)),
    ...Object.keys(RUN_ELSEWHERE),
  ]);
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((command) => !run.has(command))).toEqual([]);
});

test("every script of package.json is run by one of them", () => {
  const { scripts } = JSON.parse(
    repositoryFiles().find(({ path }) => path === "package.json")?.text ?? "{}",
  ) as { scripts: Record<string, string> };
  const run = [...COMMANDS.map(({ command }) => command), ...Object.keys(RUN_ELSEWHERE)].join("\n");
  const scriptName = (name: string) => (["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`);
  expect(Object.keys(scripts).filter((name) => !run.includes(scriptName(name)))).toEqual([]);
});
