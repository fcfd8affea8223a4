import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { scrape } from "./metrics/scrape.ts";
import { openStream } from "./testing/open-stream.ts";
import { type Served, serve } from "./testing/serve.ts";

interface Line {
  level: string;
  message: string;
  fields: Record<string, unknown>;
}

let api: TestApi;
let served: Served;
const lines: Line[] = [];
beforeAll(async () => {
  api = await createTestApi();
  const say = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: { ...fields } });
  served = await serve({
    ...api.services,
    log: { info: say("info"), warn: say("warn"), error: say("error") },
  });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const calls = () => lines.filter(({ message }) => message === "call");

it("a call has one line with the procedure, actor, duration and outcome, and without its input", async () => {
  const { headers } = await served.post(
    "/trpc/auth.signIn",
    JSON.stringify({ json: { email: "maria.delgado@example.com", password: "a password of hers" } }),
    { "user-agent": "Her Browser" },
  );
  expect(calls()).toEqual([
    {
      level: "info",
      message: "call",
      fields: {
        procedure: "auth.signIn",
        actor: "visitor",
        ms: expect.any(Number),
        outcome: "BAD_REQUEST",
        correlationId: headers.get("x-correlation-id"),
      },
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/maria|hers|Browser|127\.0\.0\.1/i);
});

it("a batch has a line for each of its calls", async () => {
  await served.post("/trpc/admins.me,users.get?batch=1", "{}");
  expect(calls().map(({ fields }) => `${String(fields.procedure)} ${String(fields.outcome)}`)).toEqual([
    "admins.me UNAUTHORIZED",
    "users.get UNAUTHORIZED",
  ]);
});

it("an unknown procedure is logged without its name, which can be any text", async () => {
  await served.post("/trpc/501-83-2746", "{}");
  expect(calls()[0]?.fields).toMatchObject({ procedure: "(none)", outcome: "NOT_FOUND" });
  expect(JSON.stringify(lines)).not.toContain("501-83-2746");
});

it("a hundred invented addresses make no new label and are in no line, because they count for their route", async () => {
  const labels = async () =>
    new Set([...(await scrape(api.services)).matchAll(/procedure="([^"]*)"/g)].map(([, label]) => label));
  const known = [
    "/api/exports/users",
    "/api/exports/import-files/",
    "/api/exports/bulk-jobs/",
    "(none)",
    "(unread)",
  ];
  const before = new Set([...(await labels()), ...known]);
  const own = Array.from({ length: 100 }, () => randomUUID());
  const places = [
    (text: string) => `/api/exports/users?list=${text}`,
    (text: string) => `/api/exports/import-files/${text}`,
    (text: string) => `/api/exports/bulk-jobs/${text}/${text}`,
    (text: string) => `/trpc//${text}`,
    (text: string) => `/${text}`,
  ];
  for (const [index, text] of own.entries())
    await served.post(places[index % places.length]?.(text) ?? "", "{}");
  expect([...(await labels())].filter((label) => !before.has(label))).toEqual([]);
  expect(own.filter((text) => JSON.stringify(lines).includes(text))).toEqual([]);
  const routes = new Set(calls().map(({ fields }) => fields.procedure));
  expect(routes).toEqual(new Set(known.filter((name) => name !== "(unread)")));
});

it("an export and an upload have lines without their parameters", async () => {
  await served.post("/api/exports/chargebacks?name=Maria", "");
  await served.post("/admin/file-upload", "");
  expect(JSON.stringify(lines)).not.toContain("Maria");
  expect(calls().length).toBeGreaterThan(0);
  for (const { fields } of calls()) expect(fields.outcome).toBe("UNAUTHORIZED");
});

it("a body that breaks off is not logged as an error", async () => {
  const { port } = new URL(served.origin);
  const half = request({
    port,
    path: "/trpc/admins.me",
    method: "POST",
    headers: { "content-length": "100" },
  });
  half.on("error", () => {});
  half.write("{");
  await once(half, "socket");
  await expect.poll(() => half.socket?.connecting).toBe(false);
  half.destroy();
  await expect.poll(() => calls().map(({ fields }) => fields.outcome)).toEqual(["CLIENT_CLOSED_REQUEST"]);
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
});

it("a stream has one line when its page is closed, and no error", async () => {
  const token = await openSession(api, "VIEWER");
  const input = encodeURIComponent(JSON.stringify({ json: { watched: null } }));
  const stream = await openStream(`${served.origin}/trpc/bulkJobs.live?input=${input}`, {
    authorization: `Bearer ${token}`,
  });
  await expect.poll(() => stream.data().length).toBeGreaterThan(0);
  expect(calls()).toEqual([]);
  stream.leave();
  await expect
    .poll(() => calls().map(({ fields }) => fields))
    .toMatchObject([{ procedure: "bulkJobs.live", outcome: "OK", actor: expect.stringMatching(/^admin:/) }]);
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
});
