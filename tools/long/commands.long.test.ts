import { describe, expect, test } from "vitest";
import { COMMANDS } from "./commands.ts";
import { runCommand } from "./run-command.ts";

describe.concurrent("as a person types it", () => {
  test.each(COMMANDS)("$command", { timeout: 900_000 }, async ({ command, says, code = 0 }) => {
    const { exitCode, all } = await runCommand(command);
    if (!says.test(all.trimEnd())) throw new Error(`It printed: ${all.slice(-3000)}`);
    expect(exitCode).toBe(code);
  });
});
