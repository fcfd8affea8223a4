import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { callJson, fetchFile, type JsonCall, type JsonVendor } from "./http.ts";

const answer = z.object({ ok: z.literal(true) });
const errorSchema = z.object({ code: z.string() });

let server: Server;
let vendor: JsonVendor;
let respond: (incoming: IncomingMessage) => {
  status: number;
  body: string;
  headers?: Record<string, string>;
};

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const { status, body, headers } = respond(incoming);
    incoming.resume();
    outgoing.writeHead(status, headers).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  vendor = {
    provider: "vendor",
    baseUrl: `http://127.0.0.1:${port}/v1/`,
    deadlineMs: 60_000,
    readError: (body) => {
      const parsed = errorSchema.safeParse(body);
      if (!parsed.success) return undefined;
      const kind = parsed.data.code === "TRY_LATER" ? "unavailable" : undefined;
      return { code: parsed.data.code, message: "said the vendor", kind };
    },
  };
});
afterAll(() => server.close());

test("path and query are appended to the base URL, and the answer is checked and returned", async () => {
  respond = ({ url }) => ({
    status: 200,
    body: JSON.stringify({ ok: url === "/v1/things?name=a+%26+b", more: 1 }),
  });
  expect(await call({ path: "/things", query: { name: "a & b" } })).toEqual({ ok: true });
});

test("a file is read no further than it may be large, and nothing is fetched of hosts that are not allowed", async () => {
  respond = () => ({ status: 200, body: "x".repeat(1_000_000) });
  const own = `${vendor.baseUrl}file`;
  const fetchWithin = (link: string, mostBytes: number) =>
    fetchFile(vendor, link, { hosts: [".example.com", "files.example.org"], mostBytes });
  expect(await fetchWithin(own, 1_000_000)).toHaveLength(1_000_000);
  await expect(fetchWithin(own, 999_999)).rejects.toMatchObject({
    kind: "refused",
    vendorCode: "LINK",
    message: "vendor: a file has more than 999999 bytes",
  });
  for (const link of [
    "http://a.example.com/x",
    "https://example.com/x",
    "https://a.example.com:8443/x",
    "https://a.example.com.evil.test/x",
    "https://files.example.org.evil.test/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    own.replace("127.0.0.1", "localhost"),
  ])
    await expect(fetchWithin(link, 10)).rejects.toMatchObject({
      kind: "refused",
      message: "vendor: a link leads to a host that is not allowed",
    });
});

test("an answer without content is null, which is not an answer that cannot be read", async () => {
  respond = () => ({ status: 204, body: "" });
  expect(await call({ answer: answer.nullable() })).toBeNull();
  respond = () => ({ status: 200, body: '{"ok":' });
  await expect(call({ answer: answer.nullable() })).rejects.toMatchObject({ kind: "unknown" });
});

test.each([
  [400, "refused"],
  [403, "refused"],
  [404, "refused"],
  [408, "unknown"],
  [429, "unavailable"],
  [500, "unknown"],
  [503, "unknown"],
])("HTTP %i without words from the vendor is %s", async (status, kind) => {
  respond = () => ({ status, body: "<html>gateway</html>" });
  await expect(call({})).rejects.toMatchObject({ kind, status, message: `vendor: HTTP ${status}` });
});

test("the vendor's own error code decides over the status", async () => {
  respond = () => ({ status: 503, body: '{"code":"TRY_LATER"}' });
  const message = "vendor: 503 TRY_LATER: said the vendor";
  await expect(call({})).rejects.toMatchObject({ kind: "unavailable", vendorCode: "TRY_LATER", message });
});

test("a vendor may answer with another status too; what is no answer stays the error of that status", async () => {
  respond = () => ({ status: 400, body: '{"ok":true}' });
  expect(await call({ alsoAnswersWith: [400] })).toEqual({ ok: true });
  await expect(call({ alsoAnswersWith: [409] })).rejects.toMatchObject({ kind: "refused", status: 400 });
  respond = () => ({ status: 400, body: '{"code":"BAD"}' });
  await expect(call({ alsoAnswersWith: [400] })).rejects.toMatchObject({
    kind: "refused",
    vendorCode: "BAD",
  });
});

test("an answer of another shape leaves the outcome unknown, unless the call is safe", async () => {
  respond = () => ({ status: 200, body: '{"ok":false}' });
  await expect(call({})).rejects.toMatchObject({ kind: "unknown", status: 200 });
  await expect(call({ safe: true })).rejects.toMatchObject({ kind: "unavailable" });
});

test("an id of more digits than a number holds is read as its digits, and no amount is", async () => {
  const digits = z.object({ id: z.literal("639245942322405169"), cents: z.literal(12.5) });
  respond = () => ({ status: 200, body: '{"id":639245942322405169,"cents":12.5}' });
  expect(await call({ answer: digits })).toMatchObject({ id: "639245942322405169" });
});

test.each([
  ["120", 120_000],
  ["Tue, 03 Mar 2026 12:01:30 GMT", 90_000],
  ["Tue, 03 Mar 2026 11:00:00 GMT", undefined],
  ["soon", undefined],
])("a vendor that asks to be left alone until %s is believed", async (retryAfter, retryAfterMs) => {
  const headers = { "retry-after": retryAfter, date: "Tue, 03 Mar 2026 12:00:00 GMT" };
  respond = () => ({ status: 429, body: "", headers });
  await expect(call({})).rejects.toMatchObject({ kind: "unavailable", retryAfterMs });
});

test.each([302, 303, 307])(
  "HTTP %i leaves open whether a call was carried out, unless it is safe",
  async (status) => {
    respond = () => ({ status, body: "", headers: { location: "/elsewhere" } });
    await expect(call({})).rejects.toMatchObject({ kind: "unknown", status });
    await expect(call({ safe: true })).rejects.toMatchObject({ kind: "refused", status });
  },
);

test("credentials are not carried along a redirect", async () => {
  const visited: (string | undefined)[] = [];
  respond = ({ url }) => {
    visited.push(url);
    return { status: 302, body: "", headers: { location: "/elsewhere" } };
  };
  await expect(call({ headers: { authorization: "Bearer x" } })).rejects.toMatchObject({ status: 302 });
  expect(visited).toEqual(["/v1/"]);
});

function call(changes: Partial<JsonCall<z.ZodType>>) {
  return callJson(vendor, { method: "POST", path: "/", body: {}, answer, safe: false, ...changes });
}
