import { connect } from "@countinghouse/db";
import { createVault } from "@countinghouse/db/vault";
import { verifySmtp } from "@countinghouse/providers/mailer/smtp";
import { readEnv } from "../env.ts";
import { createDecisioning, createPorts, smtpConfig } from "../ports.ts";
import { createVirusScanner } from "../settings/virus-scanner.ts";
import { checkVendor, vendorChecks } from "../vendor-checks.ts";
import type { Command } from "./shared/command.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Sends read-only requests to every vendor, and reports missing permissions.

  npm run vendors:check

The command uses the server's settings.
It moves no money and writes only the CRM's access token to the database.`,
  database: "DATABASE_URL",
  run: async ({ env: settings, out }) => {
    const env = readEnv(settings);
    const db = connect(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, { size: 2 });
    try {
      const checks = vendorChecks(
        {
          ...createPorts(env, db, createVault(env.vaultKeys)),
          decisioning: createDecisioning(env),
          signInToMail: () => verifySmtp(smtpConfig(env)),
          virusScanner: createVirusScanner(env),
          uploadsFolder: env.vendors.fileTransfer?.SFTP_UPLOADS_FOLDER ?? "/uploads",
        },
        new Date(),
      );
      const findings = await Promise.all(checks.map(checkVendor));
      for (const { vendor, what, state, reason } of findings)
        out(`${state.padEnd(12)}${vendor}, ${what}${reason && `: ${reason}`}`);
      const asked = findings.filter(({ state }) => state !== "off");
      const wrong = asked.filter(({ state }) => state !== "ok").length;
      out(`${asked.length} checks, ${wrong} failed. Write access was not tested.`);
      return wrong === 0 ? 0 : 1;
    } finally {
      await db.close();
    }
  },
};

if (import.meta.main) await startCommand(command);
