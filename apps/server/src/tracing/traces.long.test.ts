import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createTokens } from "@countinghouse/api/auth/tokens";
import { type Desk, openDesk } from "@countinghouse/api/testing/desk";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { lookedAtOrder, order } from "@countinghouse/api/testing/payable";
import { freePort } from "@countinghouse/db/postgres/free-port";
import { createVault, parseVaultKeys } from "@countinghouse/db/vault";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readEnv } from "../env.ts";
import { type CollectedSpan, type Collector, startCollector } from "../testing/collector.ts";
import { createLauncher, type Launched, type Launcher } from "../testing/launch.ts";
import { settings } from "../testing/settings.ts";
import { readTracing } from "./settings.ts";

const PATIENCE = { timeout: 300_000, interval: 200 };

let api: TestApi;
let sandbox: Sandbox;
let launcher: Launcher;
let collector: Collector;
let desk: Desk;
let processes: Launched[];
let origin: string;

beforeAll(async () => {
  [api, sandbox, collector] = await Promise.all([
    createTestApi(),
    startSandbox({ port: 0, smtpPort: 0 }),
    startCollector(),
  ]);
  launcher = createLauncher(sandbox);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const env = launcher.settings(api.database.url, port);
  const { SEALING_KEYS = "", INDEX_KEY = "", AUDIT_KEYS = "", TOKEN_KEY = "" } = env;
  api.vault = createVault(parseVaultKeys(SEALING_KEYS, INDEX_KEY, AUDIT_KEYS));
  api.services.vault = api.vault;
  api.services.tokens = createTokens([Buffer.from(TOKEN_KEY, "base64")], api.clock.now);
  // The processes use real time.
  api.clock.advance({ seconds: (Date.now() - api.clock.now().getTime()) / 1000 });
  await api.database.pool.query("DELETE FROM environment");
  desk = await openDesk({
    services: api.services,
    origins: [origin],
    books: () => Promise.resolve({ calls: 0, moved: [] }),
  });
  const traced = {
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=of%20ours",
    OTEL_TRACES_SAMPLER_ARG: "0",
  };
  processes = await Promise.all([
    launcher.started({ ...traced, ROLE: "web", OTEL_SERVICE_NAME: "console-web" }),
    launcher.started({ ...traced, ROLE: "worker", OTEL_SERVICE_NAME: "console-worker" }),
  ]);
});
afterAll(async () => {
  launcher.close();
  await Promise.all([sandbox.close(), collector.close()]);
  await api.close();
});

/** Returns the names of the parent spans, the nearest first. */
function ancestors(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [parent.name, ...ancestors(parent)] : [];
}

it("follows one payment from the request, by the processor's answer, to the row of the ledger sheet, across processes", async () => {
  const customer = await desk.customer();
  const token = await desk.staff("EMPLOYEE");
  const pressed = await desk.call(
    token,
    "payments.run",
    await lookedAtOrder(api, order(customer, "SALE"), "EMPLOYEE"),
  );
  expect(pressed.message).toBe("");
  expect(pressed.status).toBe(200);
  await expect.poll(() => (sandbox.sheets.contents().Payments ?? []).length, PATIENCE).toBeGreaterThan(0);
  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  await expect.poll(() => named("ledgerSheet append").length, PATIENCE).toBe(1);
  const [press] = named("payments.run");
  if (!press) throw new Error("The press left no span.");
  const trace = collector.spans.filter(({ traceId }) => traceId === press.traceId);
  const only = (name: string): CollectedSpan => {
    const [span, ...others] = trace.filter((each) => each.name === name);
    if (!span || others.length > 0)
      throw new Error(`The trace has ${others.length + (span ? 1 : 0)} of ${name}.`);
    return span;
  };
  expect(ancestors(only("cards pull"))).toEqual(["payment SALE", "payments.run", "POST /trpc"]);
  expect(ancestors(only("ledgerSheet append"))).toEqual([
    "deliver LEDGER_SHEET",
    "payment SALE",
    "payments.run",
    "POST /trpc",
  ]);
  expect(only("POST /trpc").service).toBe("console-web");
  expect(only("deliver LEDGER_SHEET").service).toBe("console-worker");
  expect(only("cards pull").facts["countinghouse.outcome"]).toBe("OK");
  const statements = trace.filter(({ name }) => name === "postgresql");
  expect(statements.map(({ facts }) => facts["db.query.text"]).join("\n")).toContain("payment_attempt");
  expect(JSON.stringify(trace)).not.toContain("4242424242424242");
  expect(collector.headers()["x-collector-key"]).toBe("of ours");
});

it("is found by the correlation id that the screen shows with an error", async () => {
  const token = await desk.staff("VIEWER");
  const answer = await fetch(`${origin}/trpc/payments.run`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(403);
  const correlationId = answer.headers.get("x-correlation-id");
  expect(correlationId).toMatch(/^[\w-]{36}$/);
  const found = () =>
    collector.spans.filter(({ facts }) => facts["countinghouse.correlation_id"] === correlationId);
  await expect.poll(() => found().map(({ name }) => name), PATIENCE).toEqual(["POST /trpc"]);
  const [{ traceId } = { traceId: "" }] = found();
  const call = collector.spans.find((span) => span.traceId === traceId && span.name === "payments.run");
  expect(call?.facts["countinghouse.outcome"]).toBe("FORBIDDEN");
});

it("leaves out reads outside the sample and idle polls of jobs, and sends the rest when a process stops", async () => {
  const before = collector.spans.length;
  const [web] = processes;
  if (!web) throw new Error("No process runs.");
  const token = await desk.staff("EMPLOYEE");
  const { userId } = await desk.customer();
  await desk.call(token, "users.list", { limit: 15 });
  await desk.call(token, "notes.create", { requestId: randomUUID(), userId, note: "Called back." });
  const gone = once(web, "exit");
  web.kill("SIGTERM");
  await gone;
  const names = collector.spans.slice(before).map(({ name }) => name);
  expect(names).toContain("notes.create");
  expect(names).not.toContain("users.list");
  expect(
    collector.spans.filter(({ name, parentSpanId }) => name === "postgresql" && parentSpanId === ""),
  ).toEqual([]);
});

it("is off without a collector, and uses OpenTelemetry's settings with one", () => {
  expect(readEnv(settings({})).tracing).toBeNull();
  const given = { OTEL_SERVICE_NAME: "countinghouse", OTEL_TRACES_SAMPLER_ARG: 0.1 };
  expect(readTracing({ ...given, OTEL_EXPORTER_OTLP_ENDPOINT: "http://c.example:4318/" })).toEqual({
    url: "http://c.example:4318/v1/traces",
    headers: {},
    serviceName: "countinghouse",
    ratio: 0.1,
  });
  expect(
    readTracing({
      ...given,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://c.example/t",
      OTEL_EXPORTER_OTLP_HEADERS: "a=b,authorization=Bearer%20x",
    }),
  ).toMatchObject({ url: "http://c.example/t", headers: { a: "b", authorization: "Bearer x" } });
});
