import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addAdmin, openSession, signInFully } from "@countinghouse/api/testing/signing-in";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => served.close());
afterAll(() => api.close());

const start = async (perAddress: number, perSession: number, trustProxy = false) => {
  served = await serve(api.services, { rates: { perAddress, perSession }, trustProxy });
};
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(served.origin + path, { headers });
  await response.arrayBuffer();
  return response;
};
const statuses = async (times: number, ask: () => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let time = 0; time < times; time++) seen.push((await ask()).status);
  return seen;
};

it.each(["/admin/users", "/api/bot/challenge", "/healthz", "/public/contracts/x", "/assets/index-abc123.js"])(
  "limits the requests of an address for %s in a minute, and answers with the time to wait",
  async (path) => {
    await start(2, 100);
    const first = await statuses(2, () => get(path));
    expect(first).not.toContain(429);
    const refused = await get(path);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(refused.headers.get("strict-transport-security")).toContain("max-age=31536000");
  },
);

it("refuses a call beyond the limit like any other refused call, with a message for the console", async () => {
  await start(1, 100);
  await served.post("/trpc/auth.signIn", "{}");
  const { status, text } = await served.post("/trpc/auth.signIn,auth.signIn?batch=1", "{}");
  expect(status).toBe(429);
  expect(JSON.parse(text)[0].error.json).toMatchObject({
    message: "Too many requests. Try again in 60 seconds.",
    data: { code: "TOO_MANY_REQUESTS", httpStatus: 429 },
  });
});

it("counts signed-in admins by session, so that a flood from their address, also with invented tokens, does not lock them out", async () => {
  const token = await openSession(api, "EMPLOYEE");
  const other = await openSession(api, "ADMIN");
  await start(3, 5);
  const call = (bearer: string) =>
    served.post("/trpc/admins.me", '{"json":null,"meta":{"values":["undefined"]}}', {
      authorization: `Bearer ${bearer}`,
    });
  expect(await statuses(4, () => call("a.b.c"))).toEqual([401, 401, 401, 429]);
  expect(await statuses(6, () => call(token))).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await call(other)).status).toBe(200);
});

it("renews a session despite a flood from its address: a valid cookie counts for the session, an invented one does not", async () => {
  const { email } = await addAdmin(api);
  const { refreshToken } = await signInFully(api, email);
  await start(1, 5);
  const renew = (cookie: string) => served.post("/trpc/auth.refresh", "{}", { cookie: `refresh=${cookie}` });
  const madeUp = `${refreshToken.slice(0, -43)}${"A".repeat(43)}`;
  expect(await statuses(2, () => renew(madeUp))).toEqual([401, 429]);
  expect(await statuses(6, () => renew(refreshToken))).toEqual([200, 200, 200, 200, 200, 429]);
});

it("lets a known browser reach the sign-in despite a flood from its address, but not one with an invented cookie", async () => {
  const { id, email } = await addAdmin(api);
  const { deviceToken } = await signInFully(api, email);
  await start(1, 3);
  const look = (device: string) => get("/api/bot/challenge", { cookie: `device-${id}=${device}` });
  expect(await statuses(2, () => look("A".repeat(43)))).toEqual([200, 429]);
  expect(await statuses(4, () => look(deviceToken))).toEqual([200, 200, 200, 429]);
});

it("counts each browser separately behind a trusted proxy", async () => {
  await start(1, 100, true);
  const from = (ip: string) => get("/api/bot/challenge", { "x-forwarded-for": ip });
  expect([(await from("1.2.3.4")).status, (await from("1.2.3.4")).status]).toEqual([200, 429]);
  expect((await from("1.2.3.5")).status).toBe(200);
  // An IPv6 client has a whole network.
  expect([(await from("2001:db8::1")).status, (await from("2001:db8::2")).status]).toEqual([200, 429]);
});

it("a limit of 0 means no limit", async () => {
  await start(0, 0);
  expect(await statuses(50, () => get("/api/bot/challenge"))).not.toContain(429);
});
