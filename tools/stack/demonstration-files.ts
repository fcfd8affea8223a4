import { runServerCommand } from "./server-command.ts";

/** Gives the demonstration customers' documents their bytes, those that have none yet. Throws what the command says. */
export const storeDemonstrationFiles = (env: NodeJS.ProcessEnv): Promise<void> =>
  runServerCommand("store-demonstration-files", [], env, "The demonstration documents could not be written.");
