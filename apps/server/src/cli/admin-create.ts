import { parseArgs } from "node:util";
import { createAdmin } from "@countinghouse/api/admins/create";
import { DomainError } from "@countinghouse/api/errors";
import { type Command, type CommandCall, UsageError } from "./shared/command.ts";
import { startCommand } from "./shared/start-command.ts";
import { withStaff } from "./shared/with-staff.ts";

const USAGE = `Creates a staff account with a password.

  npm run admin:create -- --email sofia@example.com --name "Sofia Alvarez" --role SUPERADMIN

  --email, --name     e-mail address and full name
  --role              SUPERADMIN, ADMIN, EMPLOYEE, VIEWER or AUDITOR
  --payment-flag      allows payments from the collections export
  --password-stdin    reads the password from standard input, not from the terminal`;

/** The option for each field of an admin. */
const OPTION_OF: Record<string, string> = {
  email: "--email",
  fullName: "--name",
  role: "--role",
  password: "Password",
};

export const command: Command = {
  usage: USAGE,
  database: "DATABASE_URL",
  run: async (call) => {
    const { facts, passwordFromStdin } = readOptions(call.args);
    const password = await readPassword(call, passwordFromStdin);
    try {
      const { fullName, email, role } = await withStaff(call.env, "admin-create", (ctx) =>
        createAdmin(ctx, { ...facts, password }),
      );
      call.out(`${fullName} can sign in as ${email} (${role}).`);
    } catch (error) {
      throw error instanceof DomainError ? explained(error) : error;
    }
    return 0;
  },
};

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: "string" },
        name: { type: "string" },
        role: { type: "string" },
        "payment-flag": { type: "boolean", default: false },
        "password-stdin": { type: "boolean", default: false },
      },
    });
    const facts = {
      email: values.email,
      fullName: values.name,
      role: values.role?.toUpperCase(),
      paymentFlag: values["payment-flag"],
    };
    return { passwordFromStdin: values["password-stdin"], facts };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

/** Names the option of each wrong field. */
function explained(error: DomainError): Error {
  const fields = Object.entries(error.details.fields ?? {});
  if (fields.length === 0) return new Error(error.message, { cause: error });
  const lines = fields.map(([field, message]) => `${OPTION_OF[field]}: ${message}`);
  return new UsageError(`${lines.join("\n")}\n\nSee npm run admin:create -- --help`, { cause: error });
}

async function readPassword({ readInput, askHidden }: CommandCall, fromStdin: boolean): Promise<string> {
  if (fromStdin) return (await readInput()).replace(/\r?\n$/, "");
  if (askHidden === null)
    throw new UsageError("No terminal is available to ask for the password. Use --password-stdin.");
  const password = await askHidden("Password: ");
  if ((await askHidden("Repeat: ")) !== password)
    throw new Error("The two passwords differ. Run the command again.");
  return password;
}

if (import.meta.main) await startCommand(command);
