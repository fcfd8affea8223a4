import { storeDemonstrationFiles } from "@countinghouse/demo/files";
import { runForDemonstration } from "./demonstration-command.ts";
import { jobCtx } from "./job-ctx.ts";

// Gives the documents of demonstration customers their bytes; what is there already stays.
await runForDemonstration("There are no demonstration documents in production.", async (services) => {
  const written = await storeDemonstrationFiles(jobCtx(services, "demonstration-files"));
  return `${written.toLocaleString("en-US")} demonstration documents were written.`;
});
