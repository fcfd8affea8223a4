import { z } from "zod";
import { startSandbox } from "./index.ts";

// "0" = any free port; an empty setting is a mistake, not a zero.
const port = z.string().min(1).pipe(z.coerce.number<string>().int().min(0).max(65_535));
const environmentSchema = z
  .object({
    SANDBOX_PORT: port.default(4010),
    SANDBOX_SMTP_PORT: port.default(4012),
    SANDBOX_S3_PORT: port.default(0),
    SANDBOX_SFTP_PORT: port.default(4013),
    SANDBOX_GOOGLE_KEY_FILE: z.string().min(1).optional(),
    SANDBOX_PLAID_WEBHOOK_URL: z.url().optional(),
    SANDBOX_MIDDESK_WEBHOOK_URL: z.url().optional(),
    SANDBOX_PORTAL_REDEEM_URL: z.url().optional(),
    SANDBOX_SMTP_USER: z.string().min(1).optional(),
    SANDBOX_SMTP_PASSWORD: z.string().min(1).optional(),
  })
  .refine((env) => (env.SANDBOX_SMTP_USER === undefined) === (env.SANDBOX_SMTP_PASSWORD === undefined), {
    message: "SANDBOX_SMTP_USER and SANDBOX_SMTP_PASSWORD go together.",
  });

type Environment = z.output<typeof environmentSchema>;

try {
  await main();
} catch (error) {
  console.error(explained(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const env = environmentSchema.parse(process.env);
  const sandbox = await startSandbox({
    port: env.SANDBOX_PORT,
    smtpPort: env.SANDBOX_SMTP_PORT,
    s3Port: env.SANDBOX_S3_PORT,
    sftpPort: env.SANDBOX_SFTP_PORT,
    googleKeyFile: env.SANDBOX_GOOGLE_KEY_FILE,
    plaidWebhookUrl: env.SANDBOX_PLAID_WEBHOOK_URL,
    middeskWebhookUrl: env.SANDBOX_MIDDESK_WEBHOOK_URL,
    portalRedeemUrl: env.SANDBOX_PORTAL_REDEEM_URL,
    smtpLogin: smtpLogin(env),
  });
  console.log(
    `Sandbox: ${sandbox.origin} (mailbox ${sandbox.origin}/mail, SMTP 127.0.0.1:${sandbox.smtpPort}, SFTP 127.0.0.1:${sandbox.sftp.port}, S3 ${sandbox.s3.endpoint})`,
  );
  process.send?.({
    type: "ready",
    origin: sandbox.origin,
    smtpPort: sandbox.smtpPort,
    s3Endpoint: sandbox.s3.endpoint,
  });

  const stop = () => {
    void sandbox.close().finally(() => process.exit());
  };
  for (const event of ["disconnect", "SIGINT", "SIGTERM"] as const) process.once(event, stop);
}

function smtpLogin({ SANDBOX_SMTP_USER: user, SANDBOX_SMTP_PASSWORD: password }: Environment) {
  return user === undefined || password === undefined ? undefined : { user, password };
}

function explained(error: unknown): string {
  if (error instanceof z.ZodError) return `Sandbox: wrong settings.\n${z.prettifyError(error)}`;
  if (!(error instanceof Error)) return `Sandbox: ${String(error)}`;
  if ("code" in error && error.code === "EADDRINUSE" && "port" in error) {
    return `Sandbox: port ${String(error.port)} is taken. Stop what listens there, or set SANDBOX_PORT, SANDBOX_SMTP_PORT, SANDBOX_SFTP_PORT or SANDBOX_S3_PORT.`;
  }
  return `Sandbox: ${error.message}`;
}
