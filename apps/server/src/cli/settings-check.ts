import { VENDORS, whyNotVendor } from "@countinghouse/api/vendors-off";
import { readEnv, vendorsOff } from "../env.ts";
import { type Command, readSettings } from "./shared/command.ts";
import { lookAtPublicAddress } from "./shared/public-address.ts";
import { startCommand } from "./shared/start-command.ts";

const REACH = "--reach";

export const command: Command = {
  usage: `Reports missing and wrong settings, and the vendors that are off, without starting the server.

  npm run settings:check             checks the environment
  npm run settings:check -- FILE     checks a file like .env.example
  npm run settings:check -- --reach  also connects to PUBLIC_URL from here, and checks TLS and the certificate`,
  run: async (call) => {
    const { args, out } = call;
    const file = args.find((each) => each !== REACH);
    const env = readEnv(file === undefined ? call.env : readSettings(call, file));
    const off = vendorsOff(env);
    out("The settings are complete.");
    for (const vendor of off) out(`  ${whyNotVendor(vendor, off)}`);
    const on = Object.keys(VENDORS).length - off.length;
    out(`${on} vendors are on, ${off.length} are off. To test their access, run: npm run vendors:check`);
    if (!args.includes(REACH)) return 0;
    const lines = await lookAtPublicAddress(env.PUBLIC_URL);
    for (const { line } of lines) out(line);
    return lines.some(({ isWrong }) => isWrong) ? 1 : 0;
  },
};

if (import.meta.main) await startCommand(command);
