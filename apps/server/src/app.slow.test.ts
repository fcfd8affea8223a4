import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text as readText } from "node:stream/consumers";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { credentials, openSession } from "@countinghouse/api/testing/signing-in";
import { connect } from "@countinghouse/db";
import { freePort } from "@countinghouse/db/postgres/free-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
beforeAll(async () => {
  api = await createTestApi();
  served = await serve(api.services);
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const get = (path: string, init: RequestInit = {}) => fetch(`${served.origin}${path}`, init);
const input = (value: unknown) => JSON.stringify({ json: value });
const asEmployee = async () => ({ authorization: `Bearer ${await openSession(api, "EMPLOYEE")}` });

describe("health", () => {
  it("reports that the process and its database answer", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const response = await get(path);
      expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    }
  });

  it("is alive but not ready without a database, and calls fail without the reason", async () => {
    const db = connect(`postgresql://app:database-secret@127.0.0.1:${await freePort()}/none`, { size: 2 });
    const unready = await serve({ ...api.services, db });
    expect((await fetch(`${unready.origin}/healthz`)).status).toBe(200);
    const ready = await fetch(`${unready.origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ok: false, reason: "The database does not answer, or takes no writes." },
    ]);
    const { status, text } = await unready.post("/trpc/users.get", input({ id: 1 }), await asEmployee());
    expect(status).toBe(500);
    expect(text).toContain("Something went wrong");
    expect(text).not.toMatch(/ECONNREFUSED|database-secret|stack/);
    await unready.close();
    await db.close();
  });
});

describe("a call", () => {
  it("is answered with its data and a correlation id, and is never cached", async () => {
    const { status, text, headers } = await served.post("/trpc/admins.me", "", await asEmployee());
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      result: { data: { json: { email: "employee@countinghouse.test" } } },
    });
    expect(headers.get("x-correlation-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("that is refused has the correlation id of its answer in the body", async () => {
    const { status, text, headers } = await served.post("/trpc/admins.me", "");
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({
      error: {
        json: {
          message: "Unauthorized User",
          data: { code: "UNAUTHORIZED", correlationId: headers.get("x-correlation-id") },
        },
      },
    });
  });

  it("by GET is refused, so that nothing personal is in an address", async () => {
    const asked = encodeURIComponent(input({ query: "501-83-2746" }));
    const response = await get(`/trpc/users.list?input=${asked}`, { headers: await asEmployee() });
    expect(response.status).toBe(405);
    expect(await response.text()).not.toContain("501");
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
      expect((await get("/trpc/users.list", { method })).status).toBe(405);
    }
  });

  it("can be one of ten in a batch, answered by position, but not one of eleven", async () => {
    const paths = (count: number) => Array.from({ length: count }, () => "users.get").join(",");
    const inputs = JSON.stringify(
      Object.fromEntries(Array.from({ length: 11 }, (_, id) => [id, { json: { id: id + 1 } }])),
    );
    const ten = await served.post(`/trpc/${paths(10)}?batch=1`, inputs, await asEmployee());
    expect(JSON.parse(ten.text)).toHaveLength(10);
    expect(ten.text).toContain("There is no customer 10.");
    const eleven = await served.post(`/trpc/${paths(11)}?batch=1`, inputs, await asEmployee());
    expect(eleven.status).toBe(400);
  });

  it("that fails does not affect another call of its batch", async () => {
    const inputs = JSON.stringify({ 1: { json: { id: 999_999 } } });
    const { status, text } = await served.post(
      "/trpc/admins.me,users.get?batch=1",
      inputs,
      await asEmployee(),
    );
    expect(status).toBe(207);
    expect(JSON.parse(text)).toMatchObject([{ result: {} }, { error: {} }]);
  });

  it("that cannot be read does not affect another call of its batch", async () => {
    const inputs = JSON.stringify({ 1: { json: {}, meta: { values: { a: ["nonsense"] } } } });
    const { text } = await served.post("/trpc/admins.me,users.get?batch=1", inputs, await asEmployee());
    expect(JSON.parse(text)).toMatchObject([{ result: {} }, { error: {} }]);
  });

  it("of more than two megabytes is refused", async () => {
    const { status } = await served.post("/trpc/notes.create", input({ note: "x".repeat(2 * 1024 * 1024) }));
    expect(status).toBe(413);
  });

  it.each(["Bearer", "Bearer ", "Basic abc", "Bearer a.b.c", `Bearer ${"x".repeat(5000)}`])(
    "with the authorization %j is a visitor's",
    async (authorization) => {
      expect((await served.post("/trpc/admins.me", "", { authorization })).status).toBe(401);
    },
  );
});

describe("every answer", () => {
  it("makes the browser use https for a year", async () => {
    const year = "max-age=31536000; includeSubDomains";
    const employee = await asEmployee();
    const answers = [
      await get("/admin/users"),
      await get("/assets/index-gone.js"),
      await get("/healthz"),
      await get("/api/bot/challenge"),
      await get("/trpc/admins.me"),
      await get("/api/uploads", { method: "POST" }),
      await served.post("/trpc/admins.me", "", employee),
      await served.post("/trpc/admins.me", ""),
    ];
    for (const { headers } of answers) expect(headers.get("strict-transport-security")).toBe(year);
  });

  it("clears the browser's cache after signing out, and only then", async () => {
    const employee = await asEmployee();
    const cleared = async (path: string) =>
      (await served.post(path, "", employee)).headers.get("clear-site-data");
    expect(await cleared("/trpc/admins.me")).toBeNull();
    expect(await cleared("/trpc/auth.signOut")).toBe('"cache"');
    expect((await served.post("/trpc/admins.me", "", employee)).status).toBe(401);
  });
});

describe("the console's files", () => {
  it("are the console itself at every address, which the browser revalidates each time", async () => {
    for (const path of ["/", "/admin/users", "/admin/user-detail?id=10001", "/no/such/page"]) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("<title>Countinghouse</title>");
    }
    expect((await get("/admin/users")).headers.get("cache-control")).toBe("no-cache");
  });

  it("are cached for good with a hash in their name, and are not found when missing", async () => {
    const found = await get("/assets/index-abc123.js");
    expect(found.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const missing = await get("/assets/index-gone.js");
    expect(missing.status).toBe(404);
    expect(missing.headers.get("cache-control") ?? "").not.toContain("immutable");
    expect(await missing.text()).not.toContain("<title>");
  });

  it.each([
    "/../package.json",
    "/..%2f..%2fpackage.json",
    "/assets/..%2f..%2f..%2fetc%2fpasswd",
    "/%00",
    "/%E0%A4%A",
  ])("%s reaches no file outside the folder, and causes no error", async (path) => {
    const response = await get(path);
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/root:|"name":/);
  });

  it.each(["/.git/config", "/.env", "/assets/", "/assets", "/package.json", "/src/main.tsx"])(
    "%s is no file and no list of files",
    async (path) => {
      const body = await (await get(path)).text();
      expect(body).not.toMatch(/\[core\]|DATABASE_URL|"name":|Index of|import /);
      expect(body).not.toMatch(/href="[^"]*\.(js|css|map)"[^>]*>[^<]*\.(js|css|map)</);
    },
  );

  it("answer TRACE without the sent headers", async () => {
    const headers = { authorization: "Bearer traced-secret" };
    const sent = request(`${served.origin}/admin/users`, { method: "TRACE", headers }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(404);
    expect(await readText(answer)).not.toContain("traced-secret");
  });

  it("have headers that allow no content of other sites", async () => {
    const { headers } = await get("/admin/users");
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of [
      "default-src 'none'",
      "script-src 'self';",
      "style-src 'self' 'sha256-",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("report-uri /api/policy-reports");
    expect(headers.get("reporting-endpoints")).toBe('policies="/api/policy-reports"');
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("permissions-policy")).toContain("camera=()");
  });
});

it("the bot check's challenge is never cached", async () => {
  const response = await get("/api/bot/challenge");
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
});

describe("the address of a browser", () => {
  const audited = async () =>
    (
      await api.database.read.auditEvent.findFirstOrThrow({
        where: { action: "auth.refused" },
        orderBy: { id: "desc" },
      })
    ).after;
  const forwarded = { "x-forwarded-for": "198.51.100.1, 203.0.113.7" };
  const wrong = () => input(credentials("nobody@countinghouse.test"));

  it("is that of the connection, not one that the request claims", async () => {
    await served.post("/trpc/auth.signIn", wrong(), forwarded);
    expect(await audited()).toMatchObject({ ip: "127.0.0.1" });
  });

  it("behind a trusted proxy is the last one that it reports, not one that the browser invented", async () => {
    const proxied = await serve(api.services, { trustProxy: true });
    await proxied.post("/trpc/auth.signIn", wrong(), forwarded);
    expect(await audited()).toMatchObject({ ip: "203.0.113.7" });
    await proxied.close();
  });
});
