/** A command of the server: its usage text, and the function that does its work and returns the exit code. */
export interface Command {
  usage: string;
  run: (call: CommandCall) => Promise<number>;
}

/** The input and output of a command. It reads and writes nothing else of the process. */
export interface CommandCall {
  /** The words after the name of the command. */
  args: readonly string[];
  /** The settings. */
  env: NodeJS.ProcessEnv;
  /** Prints text and the end of a line to standard output. */
  out: (text: string) => void;
  /** Prints text and the end of a line to standard error. */
  err: (text: string) => void;
  /** Reads standard input to its end. */
  readInput: () => Promise<string>;
  /** Asks on the terminal without showing the answer; null where there is no terminal. */
  askHidden: ((question: string) => Promise<string>) | null;
}

/** Wrong words on the command line, as opposed to a refusal. */
export class UsageError extends Error {}

/** Returns true when the words ask for the usage text. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

/**
 * Runs a command and returns its exit code. With --help it prints the usage text and does nothing. An error is printed without its
 * stack: the code is 2 for a UsageError, else 1.
 */
export async function runCommand({ usage, run }: Command, call: CommandCall): Promise<number> {
  if (asksForHelp(call.args)) {
    call.out(usage);
    return 0;
  }
  try {
    return await run(call);
  } catch (error) {
    call.err(errorText(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** An address with several numbers is refused by each of them: that error has no message of its own. */
function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(errorText).join("; ");
  return error instanceof Error ? error.message : String(error);
}
