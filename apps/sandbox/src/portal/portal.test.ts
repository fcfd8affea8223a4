import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type HttpServer, startHttpServer } from "../http-server.ts";
import { type Sandbox, startSandbox } from "../index.ts";
import { PORTAL_SECRET } from "./portal.ts";

/** A console's server that takes any code and says of each request what it was. */
let consoleServer: HttpServer;
let sandbox: Sandbox;
let asked: { authorization: string | undefined; body: unknown }[];
let answer: () => Response;

beforeAll(async () => {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post("/redeem", async (c) => {
    asked.push({ authorization: c.req.header("authorization"), body: await c.req.json() });
    return answer();
  });
  consoleServer = await startHttpServer(app, { host: "127.0.0.1", port: 0 });
  const portalRedeemUrl = `http://127.0.0.1:${consoleServer.port}/redeem`;
  sandbox = await startSandbox({ port: 0, smtpPort: 0, portalRedeemUrl });
});
afterAll(async () => {
  await sandbox.close();
  await consoleServer.close();
});
beforeEach(() => {
  asked = [];
  answer = () => Response.json(VISIT);
});

const VISIT = {
  userId: 10_001,
  customer: "Maria <Delgado>",
  actAs: { adminId: "1", name: "Erin Novak" },
  readOnly: true,
  expiresAt: "2026-11-20T15:15:00.000Z",
  returnUrl: "http://localhost:3000/re-access/logged?id=7",
};

async function open(code: string) {
  const response = await fetch(`${sandbox.portal.url}/re-access?code=${code}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("a link is redeemed with the portal's secret, and the page says who acts for whom", async () => {
  const { status, text } = await open("abc");
  expect(asked).toEqual([{ authorization: `Bearer ${PORTAL_SECRET}`, body: { code: "abc" } }]);
  expect(status).toBe(200);
  expect(text).toContain("<strong>Erin Novak</strong> is acting for <strong>Maria &lt;Delgado&gt;</strong>");
  expect(text).toContain('href="http://localhost:3000/re-access/logged?id=7"');
});

test("the page is kept by no cache, tells nobody its address and runs nothing", async () => {
  const { headers, text } = await open("abc");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).not.toContain("<script");
});

test("a code that the console refuses lets nobody in, and says why", async () => {
  answer = () => Response.json({ error: "This link was used already or has expired." }, { status: 410 });
  const { status, text } = await open("abc");
  expect(status).toBe(410);
  expect(text).toContain("This link was used already or has expired.");
  expect(text).not.toContain("acting for");
});

test.each([
  ["something else", () => Response.json({ userId: "?" })],
  ["no JSON", () => new Response("<html>")],
])("a console that answers %s lets nobody in", async (_, strange) => {
  answer = strange;
  const { status, text } = await open("abc");
  expect(status).toBe(410);
  expect(text).toContain("The console did not answer.");
});

test("a portal that knows no console lets nobody in", async () => {
  const alone = await startSandbox({ port: 0, smtpPort: 0 });
  const response = await fetch(`${alone.portal.url}/re-access?code=abc`);
  expect([response.status, await response.text()]).toEqual([
    410,
    expect.stringContaining("This portal knows no console to ask."),
  ]);
  await alone.close();
});
