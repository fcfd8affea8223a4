import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "./index.ts";

let folder: string;
let running: Sandbox[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((sandbox) => sandbox.close()));
  rmSync(folder, { recursive: true });
});

test("the service account survives a restart, and its key file names the port in use", async () => {
  const googleKeyFile = join(folder, "keys", "google.json");
  const first = await start({ googleKeyFile });
  const second = await start({ googleKeyFile });
  const { token_uri, ...account } = second.google.credentials;
  expect(first.google.credentials).toMatchObject(account);
  expect(token_uri).toBe(`${second.origin}/google/token`);
  expect(JSON.parse(readFileSync(googleKeyFile, "utf8"))).toEqual(second.google.credentials);
});

test.skipIf(process.platform === "win32")("the key file is readable by its owner only", async () => {
  const googleKeyFile = join(folder, "google.json");
  await start({ googleKeyFile });
  expect(statSync(googleKeyFile).mode & 0o777).toBe(0o600);
});

test("a key file that is none is left alone and named", async () => {
  const googleKeyFile = join(folder, "google.json");
  writeFileSync(googleKeyFile, "{}");
  await expect(start({ googleKeyFile })).rejects.toThrow(
    `${googleKeyFile} is not a service account key file`,
  );
  expect(readFileSync(googleKeyFile, "utf8")).toBe("{}");
});

test("a port that is taken is said to be taken, and the other port is given back", async () => {
  const first = await start({});
  await expect(startSandbox({ port: first.port, smtpPort: 0 })).rejects.toMatchObject({ code: "EADDRINUSE" });
  const free = await start({});
  await free.close();
  running.pop();
  const taken = startSandbox({ port: free.port, smtpPort: first.smtpPort });
  await expect(taken).rejects.toMatchObject({ code: "EADDRINUSE", port: first.smtpPort });
  expect((await start({ port: free.port })).port).toBe(free.port);
});

test("it answers under its loopback names only, and to no other site", async () => {
  const { origin, port } = await start({});
  expect(await statusFor(origin, { host: `localhost:${port}` })).toBe(200);
  expect(await statusFor(origin, { host: `mail.example.com:${port}` })).toBe(421);
  expect(await statusFor(origin, { origin: "https://example.com" })).toBe(403);
  expect(await statusFor(origin, { origin })).toBe(200);
});

test("every page is served", async () => {
  const { origin, sheets } = await start({});
  const range = { sheet: "Payments", firstRow: 1, lastRow: undefined, firstColumn: 1, lastColumn: 2 };
  sheets.append(range, [["<b>", 5]], { input: "RAW", insertRows: true });
  expect(await text(`${origin}/`)).toContain("Reset everything");
  expect(await text(`${origin}/`)).toContain("Cases of middesk");
  expect(await text(`${origin}/mail`)).toContain("No mail yet");
  expect(await text(`${origin}/sheets`)).toMatch(/<td>&lt;b&gt;<\/td>\s*<td class="number">5<\/td>/);
  expect(await text(`${origin}/ui/page.css`)).toContain("light-dark(");
  expect(await text(`${origin}/ui/page.js`)).toContain("refresh");
});

test("a reset empties everything but the credentials", async () => {
  const sandbox = await start({});
  sandbox.clock.advance(60);
  sandbox.faults.add({ provider: "google", kind: "quota" });
  sandbox.mailbox.deliver({ receivedAt: "", messageId: "", from: "", to: [], subject: "", text: "" });
  await fetch(`${sandbox.origin}/google/nothing`);
  await fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" });
  const state = await (await fetch(`${sandbox.origin}/__sandbox/state`)).json();
  const reports = { keysLeftOut: false, rowsTwice: false, rowsShuffled: false, reportDaysLate: 0 };
  expect(state).toEqual({
    now: expect.any(String),
    calls: {},
    mails: 0,
    files: [],
    vendors: {
      google: { Payments: [], "New Accounts": [], Upcoming: [] },
      plaid: {
        settings: { webhookUrl: null, rateLimits: false, assetReportSeconds: 8 },
        items: {},
        institutions: {},
        assetReports: { made: 0, failed: 0 },
        webhooks: 0,
      },
      zoho: { settings: { dealsBehind: false, dealsRenamed: false, mandatory: [] }, records: [], notes: [] },
      alloy: {},
      middesk: { settings: { webhookUrl: null }, businesses: [], webhooks: 0 },
      payliance: {
        settings: {
          cursorLoops: false,
          ...reports,
          daysMonthFirst: false,
          returnCode: "R01",
          changeCode: "C01",
          answersFlat: false,
          codesAsText: false,
        },
        transactions: [],
      },
      tabapay: {
        settings: { delaySeconds: 30, timesTold: 3, ...reports, otherNames: false },
        declines: [],
        transactions: 0,
      },
      s3: {},
    },
  });
  expect(sandbox.faults.list()).toEqual([]);
  expect(sandbox.clock.now().getTime() - sandbox.clock.real().getTime()).toBeLessThanOrEqual(0);
});

async function start(options: Partial<SandboxOptions>): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, ...options });
  running.push(sandbox);
  return sandbox;
}

function statusFor(origin: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${origin}/mail`, { headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", reject);
  });
}

async function text(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return answer.text();
}
