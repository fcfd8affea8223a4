import { tellDemonstration } from "@countinghouse/demo/story/tell";
import type { Command } from "./shared/command.ts";
import { runForDemonstration } from "./shared/demonstration.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Lets the staff of a new demonstration ask for approvals and sign off days, so that there is something to see.

  node apps/server/src/cli/tell-demonstration.ts`,
  run: (call) =>
    runForDemonstration(call, "Nobody presses anything by themselves in production.", async (services) =>
      (await tellDemonstration(services))
        ? "The demonstration was told."
        : "There is something already: nothing was done.",
    ),
};

if (import.meta.main) await startCommand(command);
