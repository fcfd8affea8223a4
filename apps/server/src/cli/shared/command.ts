import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { withSecretFiles } from "../../settings/secret-files.ts";

type DatabaseSetting = "DATABASE_URL" | "DATABASE_OWNER_URL";

/** A command of the server: its usage text, and the function that does its work and returns the exit code. */
export interface Command {
  usage: string;
  /** The setting of the database that the command works on, which is printed first; undefined when its words decide. */
  database?: DatabaseSetting;
  run: (call: CommandCall) => Promise<number>;
}

/** The input and output of a command. It reads and writes nothing else of the process. */
export interface CommandCall {
  /** The words after the name of the command, without --settings. */
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
export class UsageError extends Error {
  override name = "UsageError";
}

/** Returns true when the words ask for the usage text. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

const SETTINGS = "--settings";

/** The text below the usage text of every command. */
export const SETTINGS_USAGE = `
  --settings FILE   reads the settings from a file like .env.example, not from the environment; may be given twice`;

/**
 * Runs a command and returns its exit code. With --help it prints the usage text and does nothing. An error is printed without its
 * stack: the code is 2 for a UsageError, else 1.
 */
export async function runCommand(command: Command, given: CommandCall): Promise<number> {
  if (asksForHelp(given.args)) {
    given.out(`${command.usage}\n${SETTINGS_USAGE}`);
    return 0;
  }
  try {
    const call = withSettingsFiles(given);
    if (command.database) printDatabase(call, command.database);
    return await command.run(call);
  } catch (error) {
    given.err(errorText(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** PostgreSQL's code for a missing right. */
const NO_RIGHT = "42501";

/** The message of an error, or those of its parts when it has none. */
function errorText(error: unknown): string {
  if (hasCode(error, NO_RIGHT))
    return "The role of the command does not have this right in the database. Set DATABASE_OWNER_URL to the address of the role that owns the tables; restore:drill needs a role with CREATEDB.";
  if (error instanceof AggregateError && error.message === "") return error.errors.map(errorText).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** Returns true when the error or one of its causes has this code. */
function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === code) || hasCode(error.cause, code);
}

/** The call without --settings, and with the values of the files that it names. They win over the environment. */
function withSettingsFiles(call: CommandCall): CommandCall {
  const args: string[] = [];
  const files: string[] = [];
  const words = call.args.values();
  for (const word of words) {
    if (word === "--") args.push(word, ...words);
    else if (word === SETTINGS) files.push(words.next().value ?? "");
    else if (word.startsWith(`${SETTINGS}=`)) files.push(word.slice(SETTINGS.length + 1));
    else args.push(word);
  }
  return {
    ...call,
    args,
    env: Object.assign({}, call.env, ...files.map((file) => readSettings(call, file))),
  };
}

/** Reads the settings in a file, relative to the user's folder: npm runs scripts in the folder of the package. */
export function readSettings({ env }: Pick<CommandCall, "env">, file: string): NodeJS.ProcessEnv {
  if (file === "") throw new UsageError(`${SETTINGS} takes the name of a file.`);
  try {
    return parseEnv(readFileSync(path.resolve(env.INIT_CWD ?? "", file), "utf8"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const why =
      code === "ENOENT" ? `There is no file ${file}.` : `The file ${file} cannot be read (${code}).`;
    throw new UsageError(why, { cause: error });
  }
}

/** Prints the name and the host of the database that the command works on. Throws when no setting names one. */
export function printDatabase({ env, err }: CommandCall, setting: DatabaseSetting): void {
  const settings = withSecretFiles(env);
  const url = settings[setting] || settings.DATABASE_URL;
  if (!url)
    throw new Error(
      `The setting DATABASE_URL is missing. Set it, or name a file that has it with ${SETTINGS} FILE. In a checkout --demo uses the demonstration on this machine.`,
    );
  const { host, pathname } = new URL(url);
  err(`Database: ${decodeURIComponent(pathname.slice(1))} at ${host}`);
}
