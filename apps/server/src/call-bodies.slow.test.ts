import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LARGEST_BODY_OF_VISITORS, parseBody } from "./call-bodies.ts";
import { createCallListener } from "./calls.ts";

let api: TestApi;
let server: Server;
let origin: string;
beforeAll(async () => {
  api = await createTestApi();
  const answer = createCallListener(api.services, { trustProxy: false });
  server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await api.close();
});

async function post(path: string, body: string, token?: string) {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { "content-type": "application/json", ...authorization };
  const response = await fetch(`${origin}/trpc/${path}`, { method: "POST", body, headers });
  return { status: response.status, text: await response.text() };
}

const signIn = (email: string) =>
  JSON.stringify({ json: { email, password: "some password", botCheck: "robot" } });

describe("a visitor", () => {
  it("may send at most 64 kB, and a larger body is not parsed", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const large = `"${"x".repeat(LARGEST_BODY_OF_VISITORS)}"`;
    expect((await post("auth.signIn", large)).status).toBe(413);
    expect(parse.mock.calls.filter(([text]) => text.length > LARGEST_BODY_OF_VISITORS)).toEqual([]);
    parse.mockRestore();
    expect((await post("auth.signIn", signIn("nobody@lender.example"))).text).toContain("not a robot");
  });

  it.each([
    ["nothing of it", "Content-Length: 600000", ""],
    ["a part of it", "Transfer-Encoding: chunked", `50000\r\n${"x".repeat(0x50000)}\r\n`],
  ])(
    "is refused a body of 0.6 MB after sending %s, and the connection is closed",
    async (_what, length, body) => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(`POST /trpc/auth.signIn HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n${body}`);
      expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 413 [\s\S]*This is too large to send\./);
    },
  );

  it.each([
    '{"json":{"email":"a"},"meta":{"values":{"email":["Date"]}}}',
    '{"0":{"json":{"email":"a"},"meta":{"values":{"email":["Date"]}}}}',
  ])("is refused instructions of superjson: %s", async (body) => {
    const path = body.startsWith('{"0"') ? "auth.signIn?batch=1" : "auth.signIn";
    const { status, text } = await post(path, body);
    expect(status).toBe(400);
    expect(text).toContain("The request cannot be read.");
  });
});

it("a visitor may send the instruction that there is no input", async () => {
  const { text } = await post(
    "auth.refresh?batch=1",
    '{"0":{"json":null,"meta":{"values":["undefined"],"v":1}}}',
  );
  expect(text).not.toContain("The request cannot be read.");
});

describe("a caller whose session has ended", () => {
  it.each([
    [
      "a body as an admin may send it",
      '{"0":{"json":{"query":null},"meta":{"values":{"query":["undefined"]}}},"1":{"json":{}}}',
    ],
    ["a large one", `{"0":{"json":"${"x".repeat(LARGEST_BODY_OF_VISITORS)}"}}`],
  ])("gets that refusal for each call of a batch: %s", async (_what, body) => {
    const { status, text } = await post("users.list,users.get?batch=1", body, "ended");
    expect(status).toBe(401);
    const answers = JSON.parse(text) as { error: { json: { message: string } } }[];
    expect(answers.map(({ error }) => error.json.message)).toEqual([
      "Unauthorized User",
      "Unauthorized User",
    ]);
  });
});

describe("a caller", () => {
  it.each([
    ["300,000 nested brackets", `{"json":${"[".repeat(300_000)}${"]".repeat(300_000)}}`],
    ["more values than any input has", JSON.stringify({ json: Array.from({ length: 100_001 }, () => 1) })],
  ])("is refused %s", async (_what, body) => {
    const token = await openSession(api, "EMPLOYEE");
    expect((await post("users.list", body, token)).text).toContain("nested too deeply or too long");
  });

  it.each([
    [
      "30,000 dates",
      JSON.stringify({
        json: { d: Array.from({ length: 30_000 }, () => "2026-11-20T15:00:00.000Z") },
        meta: {
          values: { d: Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [at, ["Date"]])) },
        },
      }),
    ],
    [
      "a number of a million digits",
      JSON.stringify({ json: { d: "9".repeat(1_000_000) }, meta: { values: { d: ["bigint"] } } }),
    ],
  ])("is refused %s before superjson restores them", async (_what, body) => {
    const token = await openSession(api, "EMPLOYEE");
    const { status, text } = await post("users.list", body, token);
    expect(status).toBe(400);
    expect(text).toMatch(/cannot be read|nested too deeply or too long/);
  });

  it("may send 10,000 ids", () => {
    const userIds = Array.from({ length: 10_000 }, (_, id) => id);
    expect(parseBody(JSON.stringify({ json: { userIds } }))).toEqual({ json: { userIds } });
  });
});
