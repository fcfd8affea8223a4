import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createLauncher, type Launcher } from "../testing/launch.ts";
import { runHere } from "../testing/run-program.ts";
import { command } from "./vendors-check.ts";

let held: TestDatabase;
let sandbox: Sandbox;
let launcher: Launcher;
beforeAll(async () => {
  [held, sandbox] = await Promise.all([
    createTestDatabase({ size: 2 }),
    startSandbox({ port: 0, smtpPort: 0, smtpLogin: { user: "house", password: "open-sesame" } }),
  ]);
  launcher = createLauncher(sandbox);
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(async () => {
  await held.drop();
  await sandbox.close();
  launcher.close();
});

/** Runs the command with the settings of the server. */
async function check(changes: Record<string, string> = {}) {
  const SMTP_URL = `smtp://house:open-sesame@127.0.0.1:${sandbox.smtpPort}`;
  const settings = launcher.settings(held.url, 3000);
  const env = { ...settings, SMTP_URL, ...changes };
  const { code, stdout, stderr } = await runHere(command, [], env);
  return { code, lines: stdout.trim().split("\n"), stderr };
}

const whatIsThere = async (): Promise<unknown> => {
  const {
    now: _,
    calls: __,
    ...state
  } = (await (await fetch(`${sandbox.origin}/__sandbox/state`)).json()) as {
    now: string;
    calls: object;
  };
  return state;
};

it("asks every vendor without a change, and reports success", async () => {
  const before = await whatIsThere();
  const { code, lines, stderr } = await check();
  expect([code, stderr]).toEqual([0, ""]);
  expect(lines.at(-1)).toBe("18 checks, 0 failed. Write access was not tested.");
  expect(lines.slice(0, -1).filter((line) => !line.startsWith("ok "))).toEqual([]);
  expect(sandbox.mailbox.list()).toEqual([]);
  expect(await whatIsThere()).toEqual(before);
});

it("names missing permissions and unreachable vendors without a secret", async () => {
  sandbox.faults.add({ provider: "plaid", kind: "status", status: 500 });
  sandbox.faults.add({ provider: "zoho", kind: "status", status: 403, path: "/Notes" });
  const { code, lines } = await check({
    PAYLIANCE_SECRET_KEY: "hunter2hunter2",
    MIDDESK_API_KEY: "hunter2hunter2",
    SFTP_UPLOADS_FOLDER: "/elsewhere",
    SMTP_URL: `smtp://house:hunter2hunter2@127.0.0.1:${sandbox.smtpPort}`,
  });
  expect(code).toBe(1);
  const wrong = lines.slice(0, -1).filter((line) => !line.startsWith("ok "));
  expect(wrong).toEqual([
    expect.stringMatching(/^not reached Plaid, institutions: plaid: 500 INTERNAL_SERVER_ERROR/),
    expect.stringMatching(
      /^refused +Zoho, notes of a deal: .*NO_PERMISSION.* Needed: scope ZohoCRM\.modules\.notes\.READ\.$/,
    ),
    expect.stringMatching(/^refused +Middesk, a business: .* Needed: an API key of this environment\.$/),
    expect.stringMatching(/^refused +Payliance, a transaction: .* Needed: the secret key/),
    expect.stringMatching(/^refused +Payliance, the returns of a day: /),
    expect.stringMatching(/^refused +Payliance, the settlements of a day: /),
    expect.stringMatching(
      /^refused +SFTP, the folder for uploads: sftp: the server answered NO_SUCH_FILE\. Needed: /,
    ),
    expect.stringMatching(
      /^refused +SMTP, signing in: smtp: user and password were not accepted \(reply 535\)\. Needed: /,
    ),
  ]);
  expect(lines.join()).not.toContain("hunter2");
  expect(lines.at(-1)).toBe("18 checks, 8 failed. Write access was not tested.");
});
