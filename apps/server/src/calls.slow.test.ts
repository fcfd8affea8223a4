import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { LARGEST_BODY } from "./call-bodies.ts";
import { createCallListener } from "./calls.ts";
import { createOfficialCallListener } from "./testing/official-calls.ts";

let api: TestApi;
const unexpected: object[] = [];
const servers: Server[] = [];
const origins: string[] = [];

beforeAll(async () => {
  api = await createTestApi();
  await openSession(api, "EMPLOYEE");
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => unexpected.push(fields) };
  const options = { trustProxy: false };
  for (const create of [createCallListener, createOfficialCallListener]) {
    const answer = create({ ...api.services, log }, options);
    origins.push(await listen((request, response) => void answer(request, response)));
  }
});
afterAll(async () => {
  for (const server of servers) {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }
  await api.close();
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Sent {
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Returns an answer as a client reads it, without its correlation id. */
async function readAnswer(origin: string, { path, body = "", headers = {} }: Sent) {
  const token = await openSession(api, "EMPLOYEE");
  const response = await fetch(`${origin}/trpc/${path}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, ...headers },
  });
  const text = (await response.text()).replaceAll(/"correlationId":"[^"]+"/g, '"correlationId":"…"');
  return {
    status: response.status,
    body: JSON.parse(text) as unknown,
    type: response.headers.get("content-type"),
    cache: response.headers.get("cache-control"),
    sniff: response.headers.get("x-content-type-options"),
    cookies: response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, "=…")),
    isNamed: response.headers.get("x-correlation-id") !== null,
  };
}

const input = (value: unknown) => JSON.stringify({ json: value });
const batch = (...values: unknown[]) =>
  JSON.stringify(Object.fromEntries(values.map((json, at) => [at, { json }])));

const SENT: Record<string, Sent> = {
  "one call": { path: "users.list", body: input({ sort: "id" }) },
  "one call without an input": { path: "admins.me", body: "" },
  "a batch": { path: "users.list,admins.me?batch=1", body: batch({ sort: "id" }, null) },
  "a batch of one": { path: "users.list?batch=1", body: batch({ sort: "id" }) },
  "a batch without inputs": { path: "admins.me,admins.me?batch=1", body: "{}" },
  "a batch of which one is refused": {
    path: "users.get,admins.me?batch=1",
    body: batch({ id: 999_999 }, null),
  },
  "a batch of which all are refused alike": {
    path: "users.get,users.get?batch=1",
    body: batch({ id: 999_998 }, { id: 999_999 }),
  },
  "a batch with a gap": { path: "users.list,users.list?batch=1", body: '{"1":{"json":{"sort":"id"}}}' },
  "a customer who is not there": { path: "users.get", body: input({ id: 999_999 }) },
  "an input of the wrong form": { path: "users.get", body: input({ id: "one" }) },
  "a field more": { path: "users.get", body: input({ id: 1, more: true }) },
  "a rule that is broken": { path: "notes.create", body: input({ userId: 1, note: "", requestId: "x" }) },
  "a role that may not": { path: "recovery.release", body: input({}) },
  "no token": { path: "users.list", body: input({ sort: "id" }), headers: { authorization: "" } },
  "a token that is none": { path: "users.list", body: input({}), headers: { authorization: "Bearer x" } },
  "a procedure that is not there": { path: "users.nothing", body: input({}) },
  "no procedure": { path: "", body: input({}) },
  "an input that superjson cannot read": { path: "users.list", body: '{"json":{},"meta":5}' },
  "an input that is no superjson": { path: "users.list", body: '{"sort":"id"}' },
  "a sign-in that is refused": {
    path: "auth.signIn",
    body: input({ email: "nobody@example.com", password: "wrong" }),
  },
  "the end of a session": { path: "auth.signOut", body: "" },
};

it.each(Object.entries(SENT))("%s gets the same answer as from tRPC's own adapter", async (_name, sent) => {
  const [ours, official] = await Promise.all(origins.map((origin) => readAnswer(origin, sent)));
  expect(ours).toEqual(official);
});

/** Refusals with the code of tRPC's own adapter, but with a message of the product. */
const IN_OUR_WORDS: Record<string, Sent & { says: string }> = {
  "what is no JSON": { path: "users.list", body: "{", says: "The request is not JSON." },
  "what is no JSON, in a batch": {
    path: "users.list?batch=1",
    body: "{",
    says: "The request is not JSON.",
  },
  "what is too large": {
    path: "users.list",
    body: input("x".repeat(LARGEST_BODY)),
    says: "This is too large to send.",
  },
  "a form of another site": {
    path: "auth.signIn",
    body: input({}),
    headers: { "content-type": "text/plain" },
    says: "A call is JSON, and says so in its content-type.",
  },
  "a batch from a form of another site": {
    path: "auth.signIn,auth.signIn?batch=1",
    body: batch({}, {}),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    says: "A call is JSON, and says so in its content-type.",
  },
  "a batch of too many": {
    path: `${Array.from({ length: 11 }, () => "admins.me").join()}?batch=1`,
    body: "{}",
    says: "At most 10 calls go in a batch.",
  },
};

it.each(Object.entries(IN_OUR_WORDS))(
  "%s is refused with the code of tRPC's own adapter",
  async (_name, { says, ...sent }) => {
    const [ours, official] = await Promise.all(origins.map((origin) => readAnswer(origin, sent)));
    expect(refusalIn(ours?.body)).toMatchObject({ message: says });
    expect([ours?.status, refusalIn(ours?.body).data.code]).toEqual([
      official?.status,
      refusalIn(official?.body).data.code,
    ]);
  },
);

const Refusal = z.object({
  error: z.object({ json: z.object({ message: z.string(), data: z.object({ code: z.string() }) }) }),
});
const refusalIn = (body: unknown) => Refusal.parse(Array.isArray(body) ? body[0] : body).error.json;

it("a client that disconnects while it sends does no harm, with either adapter", async () => {
  for (const [index, origin] of origins.entries()) {
    const arrived = once(servers[index] as Server, "request");
    const broken = httpRequest(`${origin}/trpc/users.list`, {
      method: "POST",
      headers: { "content-length": 100 },
    });
    broken.on("error", () => {});
    broken.write("{");
    const [, response] = (await arrived) as [IncomingMessage, ServerResponse];
    const gone = new Promise((resolve) => response.once("close", resolve));
    broken.destroy();
    await gone;
    expect(await readAnswer(origin, { path: "admins.me" })).toMatchObject({ status: 200 });
  }
  expect(unexpected).toEqual([]);
});
