import { storeDemonstrationFiles } from "@countinghouse/demo/files";
import type { Command } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { runForDemonstration } from "./shared/demonstration.ts";
import { jobCtx } from "./shared/job-ctx.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Writes the files of the demonstration customers' documents.
Existing files stay.

  node apps/server/src/cli/store-demonstration-files.ts`,
  run: (call) =>
    runForDemonstration(call, "Demonstration documents are not for production.", async (services) => {
      const written = await storeDemonstrationFiles(jobCtx(services, "demonstration-files"));
      return `${count(written)} demonstration documents were written.`;
    }),
};

if (import.meta.main) await startCommand(command);
