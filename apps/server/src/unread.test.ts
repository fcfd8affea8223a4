import { once } from "node:events";
import { connect } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { calls } from "./metrics/metrics.ts";
import { type Served, serve } from "./testing/serve.ts";
import { createUnread } from "./unread.ts";

interface Line {
  level: string;
  message: string;
  fields: object;
}

let api: TestApi;
let served: Served;
const lines: Line[] = [];
beforeAll(async () => {
  api = await createTestApi();
  const say = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields });
  served = await serve(
    { ...api.services, log: { info: say("info"), warn: say("warn"), error: say("error") } },
    { rates: { perAddress: 4, perSession: 4 } },
  );
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const unread = async () => {
  const { values } = await calls.get();
  const own = values.filter(({ labels }) => labels.procedure === "(unread)");
  return own.reduce((sum, { value }) => sum + value, 0);
};

/** Announces a body of 0.6 MB without sending it. Returns the answer until the connection ends. */
async function announce(): Promise<string> {
  const socket = connect(Number(new URL(served.origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write("POST /trpc/auth.signIn HTTP/1.1\r\nHost: x\r\nContent-Length: 600000\r\n\r\n{");
  return readAll(socket);
}

it("unread refusals have one log line for each outcome and route, are counted, close their connections, and never query the database", async () => {
  const [before, asked] = [await unread(), api.database.pool.totalCount];
  const answers = await Promise.all(Array.from({ length: 4 }, announce));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i);
  // Four requests were within the rate, so all further ones are refused, for any path and length.
  const over = await Promise.all([announce(), served.post("/trpc/auth.signIn", "{}"), served.post("/", "x")]);
  expect(over[0]).toMatch(/^HTTP\/1\.1 429 [\s\S]*connection: close/i);
  expect([over[1].status, over[2].status]).toEqual([429, 429]);
  expect(await unread()).toBe(before + 7);
  const line = (outcome: string, route: string) => ({
    level: "warn",
    message: "refused unread",
    fields: { times: 1, outcome, route },
  });
  expect(lines).toHaveLength(3);
  expect(lines).toEqual(
    expect.arrayContaining([
      line("PAYLOAD_TOO_LARGE", "POST /trpc"),
      line("TOO_MANY_REQUESTS", "POST /trpc"),
      line("LIMITED", "POST (none)"),
    ]),
  );
  expect(api.database.pool.totalCount).toBe(asked);
});

it("a log line counts the refusals of one outcome and route since the line before", () => {
  let now = 0;
  const told: object[] = [];
  const log = { info: () => {}, warn: (fields: object) => told.push(fields), error: () => {} };
  const late = createUnread({ log }, () => now);
  for (let times = 0; times < 40; times++) late.count("UNSIGNED", "POST /api/webhooks/plaid");
  late.count("UNSIGNED", "POST /api/webhooks/middesk");
  late.count("OUTDATED", "POST /api/webhooks/plaid");
  now = 60_000;
  late.count("UNSIGNED", "POST /api/webhooks/plaid");
  expect(told).toEqual([
    { times: 1, outcome: "UNSIGNED", route: "POST /api/webhooks/plaid" },
    { times: 1, outcome: "UNSIGNED", route: "POST /api/webhooks/middesk" },
    { times: 1, outcome: "OUTDATED", route: "POST /api/webhooks/plaid" },
    { times: 40, outcome: "UNSIGNED", route: "POST /api/webhooks/plaid" },
  ]);
});
