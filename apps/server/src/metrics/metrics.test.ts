import { randomUUID } from "node:crypto";
import { writeAsJob } from "@countinghouse/api/job-writes";
import { cameBack } from "@countinghouse/api/testing/came-back";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addFailedWrite, paymentRow } from "@countinghouse/api/testing/ledger-writes";
import { payableCustomer } from "@countinghouse/api/testing/payable";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createHealthListener } from "../health.ts";
import { createJobLog } from "../job-log.ts";
import { listenOnce, type Served, serve } from "../testing/serve.ts";
import { observed } from "./observed.ts";
import { scrape } from "./scrape.ts";

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

const measured = () => scrape(api.services);
/** Returns the value of the line that begins with this text. */
const valueAt = (text: string, line: string): number =>
  Number(
    text
      .split("\n")
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? Number.NaN,
  );

describe("the metrics", () => {
  it("have calls by procedure and outcome, and no text of a visitor", async () => {
    const lines = ['admins.me",outcome="UNAUTHORIZED', '(none)",outcome="NOT_FOUND'];
    const counts = (text: string) =>
      lines.map((line) => valueAt(text, `countinghouse_calls_total{procedure="${line}"}`) || 0);
    const before = counts(await measured());
    await served.post("/trpc/admins.me", "{}");
    await served.post("/trpc/nothing.of.ours", "{}");
    const text = await measured();
    expect(counts(text)).toEqual(before.map((count) => count + 1));
    expect(text).not.toContain("nothing.of.ours");
    expect(text).toContain('countinghouse_call_seconds_bucket{le="0.1",procedure="admins.me"}');
  });

  it("have the outbox by topic, state and age, open payments, sessions, unlinked events and pools", async () => {
    await addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Maria")] });
    api.clock.advance({ hours: 1 });
    const text = await measured();
    expect(valueAt(text, 'countinghouse_outbox_messages{topic="LEDGER_SHEET",state="FAILED"}')).toBe(1);
    expect(valueAt(text, 'countinghouse_outbox_oldest_seconds{topic="LEDGER_SHEET",state="FAILED"}')).toBe(
      3600,
    );
    for (const state of ["UNKNOWN", "NEEDS_REVIEW"])
      expect(valueAt(text, `countinghouse_payments{state="${state}"}`)).toBe(0);
    expect(valueAt(text, "countinghouse_sessions")).toBe(0);
    expect(valueAt(text, "countinghouse_audit_unlinked_events")).toBeGreaterThanOrEqual(0);
    expect(valueAt(text, "countinghouse_database_up")).toBe(1);
    expect(valueAt(text, 'countinghouse_pool_waiting{pool="write"}')).toBe(0);
    expect(text).toContain("process_resident_memory_bytes");
  });

  it("leave out the part of the database while it does not answer", async () => {
    const { db } = api.services;
    const read = { ...db.read, sql: () => Promise.reject(new Error("gone")) };
    const text = await scrape({ ...api.services, db: { ...db, read } });
    expect(valueAt(text, "countinghouse_database_up")).toBe(0);
    expect(text).not.toContain("countinghouse_outbox_messages");
  });

  it("show whether the clock of this process differs too much from that of the database", async () => {
    const differs = async () => valueAt(await measured(), "countinghouse_clock_differs");
    expect(await differs()).toBe(0);
    vi.spyOn(api.services.registration, "whyNotClock").mockReturnValueOnce("11 s ahead of the database.");
    expect(await differs()).toBe(1);
  });

  it("have calls to vendors by outcome, and their answers are passed on", async () => {
    const refused = new ProviderError({ kind: "refused", provider: "test", message: "No." });
    const port = observed("test-vendor", {
      window: 5,
      ask: (no: boolean) => (no ? Promise.reject(refused) : Promise.resolve("yes")),
      async *rows(): AsyncGenerator<number> {
        yield 1;
        throw new ProviderError({ kind: "unavailable", provider: "test", message: "Gone." });
      },
    });
    expect(port.window).toBe(5);
    expect(await port.ask(false)).toBe("yes");
    await expect(port.ask(true)).rejects.toBe(refused);
    const rows: number[] = [];
    await expect(
      (async () => {
        for await (const row of port.rows()) rows.push(row);
      })(),
    ).rejects.toThrow("Gone.");
    expect(rows).toEqual([1]);
    const text = await measured();
    for (const outcome of ["OK", "REFUSED", "UNAVAILABLE"])
      expect(
        valueAt(text, `countinghouse_vendor_calls_total{vendor="test-vendor",outcome="${outcome}"}`),
      ).toBe(1);
  });
});

it("has the age of the newest backup, and no age without a backup", async () => {
  expect(await measured()).not.toContain("countinghouse_backup_age_seconds");
  const takenAt = api.clock.now();
  await writeAsJob({ ...api.services, db: api.database }, "backup", async () => {
    const events = [{ subject: { type: "backup", id: "one" }, after: { takenAt: takenAt.toISOString() } }];
    return { result: null, audit: { action: "system.backUp", requestId: randomUUID(), events } };
  });
  api.clock.advance({ hours: 2 });
  expect(valueAt(await measured(), "countinghouse_backup_age_seconds")).toBe(7200);
});

it("has the return rates of the book, which are read once a minute", async () => {
  const rates = async () => {
    const text = await measured();
    return ["unauthorised", "administrative", "overall"].map((bucket) =>
      valueAt(text, `countinghouse_return_rate_percent{bucket="${bucket}"}`),
    );
  };
  const customer = await payableCustomer(api);
  await cameBack(api, customer, { code: "R10" });
  api.clock.advance({ seconds: 60 });
  expect(await rates()).toEqual([100, 0, 100]);
  await cameBack(api, customer, { code: "R02" });
  api.clock.advance({ seconds: 59 });
  expect(await rates()).toEqual([100, 0, 100]);
  api.clock.advance({ seconds: 1 });
  expect(await rates()).toEqual([50, 50, 100]);
});

describe("access to the metrics", () => {
  const checks = { whyNotAlive: () => null, whyNotReady: () => Promise.resolve(null) };
  const told = async (token: string | null, headers: Record<string, string> = {}) => {
    const listener = createHealthListener({ ...checks, metrics: { token, scrape: measured } });
    const { origin, close } = await listenOnce(listener);
    const answer = await fetch(`${origin}/metrics`, { headers });
    await close();
    return answer.status;
  };

  it("is limited to this machine when no token is set", async () => {
    expect(await told(null)).toBe(200);
  });

  it("needs the token when one is set", async () => {
    const token = "a-token-of-enough-characters";
    expect(await told(token)).toBe(401);
    expect(await told(token, { authorization: "Bearer another" })).toBe(401);
    expect(await told(token, { authorization: `Bearer ${token}` })).toBe(200);
  });

  it("does not exist on the port for browsers", async () => {
    const answer = await fetch(`${served.origin}/metrics`);
    expect(await answer.text()).not.toContain("countinghouse_");
  });
});

describe("the log of jobs", () => {
  const lines: [level: string, fields: object, message: string][] = [];
  const say = (level: string) => (fields: object, message: string) =>
    void lines.push([level, fields, message]);
  const log = { info: say("info"), warn: say("warn"), error: say("error") };

  it("has a line for work that was done, none for an empty run, and a failure once a minute", async () => {
    let now = 0;
    const jobs = createJobLog(log, () => now);
    await jobs.of("test job", () => Promise.resolve(0))();
    expect(lines).toEqual([]);
    await jobs.of("test job", () => Promise.resolve(3))();
    for (; now < 60_000; now += 2_000) jobs.failed("test job", new Error("no database"));
    jobs.failed("test job", new Error("no database"));
    await jobs.of("test job", () => Promise.resolve({ applied: 0 }))();
    expect(lines.map(([level, , message]) => `${level}: ${message}`)).toEqual([
      "info: job",
      "error: job failed",
      "error: job failed",
      "info: job works again",
    ]);
    expect(lines[0]?.[1]).toMatchObject({ job: "test job", done: 3 });
  });
});
