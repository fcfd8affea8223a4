import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { startSandbox } from "./index.ts";

const readySchema = z.object({ type: z.literal("ready"), origin: z.url(), smtpPort: z.number() });

test("it is ready when it says so, and ends with its parent", async () => {
  const child = run({ SANDBOX_PORT: "0", SANDBOX_SMTP_PORT: "0", SANDBOX_SFTP_PORT: "0" });
  const message = readySchema.parse((await once(child, "message"))[0]);
  expect((await fetch(`${message.origin}/__sandbox/clock`)).status).toBe(200);
  const ended = once(child, "exit");
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

test("a port that is taken is reported in one clear line", async () => {
  const first = await startSandbox({ port: 0, smtpPort: 0 });
  const child = run({ SANDBOX_PORT: String(first.port), SANDBOX_SMTP_PORT: "0" });
  expect(await failure(child)).toBe(
    `Sandbox: port ${first.port} is taken. Stop what listens there, or set SANDBOX_PORT, SANDBOX_SMTP_PORT, SANDBOX_SFTP_PORT or SANDBOX_S3_PORT.\n`,
  );
  await first.close();
});

test("half a mail login is refused", async () => {
  const child = run({ SANDBOX_PORT: "0", SANDBOX_SMTP_PORT: "0", SANDBOX_SMTP_USER: "house" });
  expect(await failure(child)).toContain("SANDBOX_SMTP_USER and SANDBOX_SMTP_PASSWORD go together.");
});

function run(env: Record<string, string>): ChildProcess {
  return fork(fileURLToPath(new URL("main.ts", import.meta.url)), {
    env: { ...process.env, ...env },
    silent: true,
    execArgv: [],
  });
}

async function failure(child: ChildProcess): Promise<string> {
  const ended = once(child, "exit");
  const said = child.stderr ? await text(child.stderr) : "";
  expect(await ended).toEqual([1, null]);
  return said;
}
