import { afterAll, beforeAll, expect, it } from "vitest";
import { type Collector, startCollector } from "../testing/collector.ts";
import { createOpenTelemetry } from "./open-telemetry.ts";

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.close());

const CARRIED = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";

/** Returns the names of the spans of this work, with this share of traced reads. */
async function spansOf(
  ratio: number,
  work: (tracing: ReturnType<typeof createOpenTelemetry>) => Promise<void>,
): Promise<string[]> {
  const before = collector.spans.length;
  const url = `${collector.origin}/v1/traces`;
  const tracing = createOpenTelemetry({ url, headers: {}, serviceName: "test", ratio });
  await work(tracing);
  await tracing.stop();
  return collector.spans
    .slice(before)
    .map(({ name }) => name)
    .sort();
}

const read = (tracing: ReturnType<typeof createOpenTelemetry>, from: string | null = null) =>
  tracing.within(
    "read",
    {},
    async () => {
      tracing.statement("SELECT 1")?.(null);
      await tracing.within("procedure", {}, async () => {}, {});
    },
    { begins: "read", from: [from] },
  );

it("a traced read has spans for its statements and procedures, and an untraced read has no span", async () => {
  expect(await spansOf(1, read)).toEqual(["postgresql", "procedure", "read"]);
  expect(await spansOf(0, read)).toEqual([]);
});

it("the setting decides the share of traced reads", async () => {
  const names = await spansOf(0.5, async (tracing) => {
    for (let nth = 0; nth < 400; nth++) await tracing.within("read", {}, async () => {}, { begins: "read" });
  });
  expect(names.length).toBeGreaterThan(100);
  expect(names.length).toBeLessThan(300);
});

it("a change is always traced, and a read follows the decision of the proxy", async () => {
  const change = (tracing: ReturnType<typeof createOpenTelemetry>) =>
    tracing.within("change", {}, async () => {}, { begins: "change" });
  expect(await spansOf(0, change)).toEqual(["change"]);
  expect(await spansOf(0, (tracing) => read(tracing, `${CARRIED}-01`))).toEqual([
    "postgresql",
    "procedure",
    "read",
  ]);
  expect(await spansOf(1, (tracing) => read(tracing, `${CARRIED}-00`))).toEqual([]);
});
