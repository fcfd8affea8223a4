import { randomUUID } from "node:crypto";
import { startCollector } from "../../apps/server/src/testing/collector.ts";
import { compare, type Peer, procedureCall } from "./measure.ts";
import { startBenchStack } from "./stack.ts";
import { tell } from "./tell.ts";

/** The most CPU that tracing may cost of what a call costs without. */
const MOST_COST = 0.03;
const KEPT = [1, 0.1];

/**
 * What a call costs with traces against the middle of two processes without, asked in turn: for every read kept and for one in ten.
 * By how much the two without differ says what such a difference is worth.
 */
export async function benchTraces({ users, cycles }: { users: number; cycles: number }): Promise<void> {
  for (const kept of KEPT) {
    const collector = await startCollector();
    const stack = await startBenchStack({
      users,
      keep: false,
      traced: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_TRACES_SAMPLER_ARG: String(kept) },
    });
    try {
      const other = await stack.another("api");
      const works: [procedure: string, input: () => object][] = [
        ["users.get", () => ({ id: stack.firstId })],
        ["users.list", () => ({ sort: "id" })],
        ["notes.create", () => ({ requestId: randomUUID(), userId: stack.firstId, note: "Called back." })],
      ];
      for (const [procedure, input] of works) {
        const peer = (name: string, at: { pid: number; port: number }): Peer => ({
          ...at,
          name,
          call: () => procedureCall(procedure, input(), stack.api.token),
        });
        const peers = [peer("off", stack.api), peer("on", stack.traced), peer("off as well", other)];
        const figures = await compare(peers, cycles);
        const [off, on, offAsWell] = peers.map(({ name }) => figures.get(name));
        if (!off || !on || !offAsWell) throw new Error("Nobody answered.");
        const scatter = offAsWell.cpuRatio.median;
        const middle = (1 + scatter) / 2;
        const [median, from, to] = [
          on.cpuRatio.median / middle,
          on.cpuRatio.from / middle,
          on.cpuRatio.to / middle,
        ];
        tell({
          work: `${procedure}, ${kept * 100} % of reads kept`,
          unit: "times the CPU without traces",
          reached: median,
          goal: { atMost: 1 + MOST_COST },
        });
        console.log(
          `${kept * 100} % of reads kept, ${procedure.padEnd(14)}CPU a call ${off.cpuMicroseconds.toFixed(0)} and ${on.cpuMicroseconds.toFixed(0)} us, ` +
            `p50 ${off.p50Ms.toFixed(3)} and ${on.p50Ms.toFixed(3)} ms (off and on): ${percent(median)} % more CPU ` +
            `(${percent(from)} to ${percent(to)} in the middle half of the slices; the two without differ by ${percent(scatter)} %), ` +
            `goal ${100 * MOST_COST} %: ${median - 1 <= MOST_COST ? "reached" : "MISSED"}`,
        );
      }
      console.log(`${collector.spans.length.toLocaleString("en-US")} spans arrived`);
    } finally {
      await stack.stop();
      await collector.close();
    }
  }
}

const percent = (ratio: number): string => (100 * (ratio - 1)).toFixed(1);
