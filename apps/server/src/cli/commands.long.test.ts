import { expect, it } from "vitest";
import { runProgram } from "../testing/run-program.ts";
import { type Command, SETTINGS_USAGE } from "./shared/command.ts";
import { commandFile, commandNames } from "./shared/command-names.ts";

async function usageOf(name: string): Promise<string> {
  const { command } = (await import(commandFile(name))) as { command: Command };
  return command.usage;
}

it.each(commandNames())("%s starts as a process, prints its usage text and ends with 0", async (name) => {
  expect(await runProgram(name, ["--help"], {})).toEqual({
    code: 0,
    stdout: `${await usageOf(name)}\n${SETTINGS_USAGE}\n`,
    stderr: "",
  });
});

it.each([
  [1, "migrate", /^The setting DATABASE_URL is missing\. .+\n$/],
  [2, "import", /^Name a file: npm run import -- FILE\. See --help for details\.\n$/],
])(
  "a process ends with %i where %s refuses, and prints the reason without a stack",
  async (code, name, stderr) => {
    expect(await runProgram(name, [], {})).toEqual({
      code,
      stdout: "",
      stderr: expect.stringMatching(stderr),
    });
  },
);
