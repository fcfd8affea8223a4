import { tellDemonstration } from "@countinghouse/demo/story/tell";
import type { Command } from "./shared/command.ts";
import { runForDemonstration } from "./shared/demonstration.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Adds approval requests and signed-off days to a new demonstration.

  node apps/server/src/cli/tell-demonstration.ts`,
  run: (call) =>
    runForDemonstration(call, "This command does not run in production.", async (services) =>
      (await tellDemonstration(services))
        ? "The approvals and days were added."
        : "The demonstration has such data already. No changes were made.",
    ),
};

if (import.meta.main) await startCommand(command);
