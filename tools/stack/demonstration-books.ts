import { runServerCommand } from "./server-command.ts";

/**
 * Tells a sandbox that has only just started what its sheet and its processors know of what was paid, all but a few of the last
 * 60 days: it forgets them when it stops. Throws what the command says.
 */
export const fillDemonstrationBooks = (env: NodeJS.ProcessEnv, sandboxAddress: string): Promise<void> =>
  runServerCommand(
    "fill-demonstration-books",
    [sandboxAddress],
    env,
    "The books of the demonstration could not be filled.",
  );

/**
 * Has the staff of a demonstration that is told of nothing yet press what is to be seen of approvals and reconciled
 * days: books have to be filled before. Throws what the command says.
 */
export const tellDemonstration = (env: NodeJS.ProcessEnv): Promise<void> =>
  runServerCommand("tell-demonstration", [], env, "The demonstration could not be told.");
