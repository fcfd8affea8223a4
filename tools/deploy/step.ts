import type { Lines } from "./blocks.ts";
import type { Going, Machine } from "./machine.ts";

/** One step of a document, on the machine. */
export interface Step {
  document: string;
  what: string;
  /** The lines of a block of the document that the step runs as they stand. */
  lines?: Lines;
  /** Returns in a few words what it showed. Throws where it does not do what the document says. */
  does(machine: Machine, script: string): Promise<string>;
}

export const CHECKOUT = "/opt/newcomer/countinghouse";
/** A password of roles and staff of the machine, where a document leaves one open. */
export const PASSWORD = "a-long-sandbox-password";

/** What goes on on the machine from one step to a later one, by its name. */
export const running = new Map<string, Going>();

/** The address of a database of the machine, as a role of it. */
export const databaseUrl = (role: string, name = "countinghouse"): string =>
  `postgresql://${role}:${PASSWORD}@127.0.0.1/${name}`;

export const asNewcomer = { user: "newcomer" };

/** A line that asks the machine itself for an address, and fails unless it answers with a 2xx. */
export const fetchLine = (url: string): string =>
  `/usr/local/bin/node -e 'fetch("${url}").then(async (answer) => { console.log(answer.status, (await answer.text()).slice(0, 40)); process.exit(answer.ok ? 0 : 1); })'`;

/** Runs a command on a terminal of its own, and types the password twice: where it is asked for, and once more. Returns what was shown. */
export async function withPassword(
  { start }: Machine,
  line: string,
  { user, again }: { user: string; again: RegExp },
): Promise<string> {
  const going = await start(`script --quiet --return --command '${line}' /dev/null`, { user });
  await going.says(/[Pp]assword.*: /);
  going.type(PASSWORD);
  await going.says(again);
  going.type(PASSWORD);
  return going.ended();
}

/** `.env.example` with values in it, each on the line of its name. */
export function filledExample(example: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const line = new RegExp(`^(# )?${name}=.*$`, "m");
    if (!line.test(text)) throw new Error(`.env.example has no ${name}.`);
    return text.replace(line, () => `${name}=${value}`);
  }, example);
}

/** The last line that a command printed. */
export const lastLine = (said: string): string => said.split("\n").at(-1) ?? "";
