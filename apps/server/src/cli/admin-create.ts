import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { createAdmin } from "@countinghouse/api/admins/create";
import { DomainError } from "@countinghouse/api/errors";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { databaseAddresses, readEnv } from "../env.ts";
import { createLog } from "../log.ts";
import { createServices } from "../services.ts";
import { jobCtx } from "./job-ctx.ts";

const USAGE = `Makes a member of staff who can sign in.

  npm run admin:create -- --email sofia@example.com --name "Sofia Alvarez" --role SUPERADMIN

  --email, --name     of the person
  --role              SUPERADMIN, ADMIN, EMPLOYEE, VIEWER or AUDITOR
  --payment-flag      may take payments from the collections export
  --password-stdin    read the password from standard input instead of asking for it on the terminal`;

/** What the parts of an admin are called on the command line. */
const OPTION_OF: Record<string, string> = {
  email: "--email",
  fullName: "--name",
  role: "--role",
  password: "Password",
};

/** Wrong words on the command line, as opposed to a refusal. */
class UsageError extends Error {}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) return console.log(USAGE);
  const env = readEnv(process.env);
  const facts = { ...options.facts, password: await readPassword(options.passwordFromStdin) };
  await prepareDatabase(databaseAddresses(env));
  const services = createServices(env, createLog("silent"), () => {});
  try {
    const ctx = jobCtx(services, "admin-create");
    const { fullName, email, role } = await createAdmin(ctx, facts);
    console.log(`${fullName} can sign in as ${email} (${role}).`);
  } catch (error) {
    throw error instanceof DomainError ? explained(error) : error;
  } finally {
    await services.db.close();
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        email: { type: "string" },
        name: { type: "string" },
        role: { type: "string" },
        "payment-flag": { type: "boolean", default: false },
        "password-stdin": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const facts = {
      email: values.email,
      fullName: values.name,
      role: values.role?.toUpperCase(),
      paymentFlag: values["payment-flag"],
    };
    return { help: values.help, passwordFromStdin: values["password-stdin"], facts };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

/** What was wrong, in the words of the command line. */
function explained(error: DomainError): Error {
  const fields = Object.entries(error.details.fields ?? {});
  if (fields.length === 0) return new Error(error.message, { cause: error });
  const lines = fields.map(([field, message]) => `${OPTION_OF[field]}: ${message}`);
  return new UsageError(`${lines.join("\n")}\n\nSee npm run admin:create -- --help`, { cause: error });
}

async function readPassword(fromStdin: boolean): Promise<string> {
  if (fromStdin) return (await text(process.stdin)).replace(/\r?\n$/, "");
  if (!process.stdin.isTTY) {
    throw new UsageError("There is no terminal to ask for the password on: use --password-stdin.");
  }
  const password = await askHidden("Password: ");
  if ((await askHidden("Once more: ")) !== password) throw new Error("The two passwords differ.");
  return password;
}

/** Asks on the terminal without showing what is typed. */
async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.once("SIGINT", () => process.exit(130));
  process.stderr.write(question);
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
