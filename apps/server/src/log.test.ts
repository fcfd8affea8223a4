import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

/** Returns the output of a new process that logs these fields. */
async function logged(fields: object): Promise<string> {
  const module = new URL("log.ts", import.meta.url).href;
  const script = `const { createLog } = await import(${JSON.stringify(module)});
    createLog("info").info(${JSON.stringify(fields)}, "said");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return text(child.stdout);
}

it("a log line is JSON with the fields and the message, and hides secrets up to five levels deep", async () => {
  const secrets = {
    password: "hunter2hunter2",
    code: "654321",
    token: "secret-token",
    refreshToken: "secret-refresh",
    ssn: "501-83-2746",
    ein: "12-3456789",
    accountNumber: "000123456789",
    cardToken: "tok_secret",
    authorization: "Bearer secret",
    cookie: "refresh=secret",
  };
  const line = await logged({
    ...secrets,
    user: { id: 7, ...secrets },
    request: { headers: secrets },
    a: { b: [{ c: { d: secrets } }] },
  });
  for (const secret of Object.values(secrets)) expect(line).not.toContain(secret);
  expect(JSON.parse(line)).toMatchObject({ level: 30, msg: "said", user: { id: 7, ssn: "•••" } });
});

it("a logged text begins no new line, and the time of a line is in milliseconds UTC", async () => {
  const from = Date.now();
  const forged = 'Ana\n{"level":50,"msg":"forged"}\r\n';
  const lines = (await logged({ name: forged })).trimEnd().split(/[\n\r]/);
  expect(lines).toHaveLength(1);
  const { name, time } = JSON.parse(lines[0] ?? "") as { name: string; time: number };
  expect(name).toBe(forged);
  expect(time).toBeGreaterThanOrEqual(from);
  expect(time).toBeLessThanOrEqual(Date.now());
});
