import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

export interface Call {
  path: string;
  method: "GET" | "POST";
  body?: string;
  headers?: Record<string, string>;
}

export interface Peer {
  name: string;
  pid: number;
  port: number;
  /** The call for cycle `index`; the same customer, word and place for every peer. */
  call(index: number): Call;
}

export interface Figures {
  p50Ms: number;
  p99Ms: number;
  /** Smallest and largest ratio of p50 to the first peer over ten blocks of the run. */
  lowestRatio: number;
  highestRatio: number;
  cpuMicroseconds: number;
}

/** The call as the console's client makes it: a batch of one, by POST, through superjson. */
export const procedureCall = (procedure: string, input: object, token: string): Call => ({
  path: `/trpc/${procedure}?batch=1`,
  method: "POST",
  headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  body: JSON.stringify({ 0: { json: input } }),
});

const TICKS_PER_SECOND = 100;
const CPU_SLICE = 200;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends one call and resolves with its time in ms; rejects on any answer but 200. */
export function send(
  port: number,
  { path, method, body, headers }: Call,
): Promise<{ ms: number; text: string }> {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const outgoing = request({ agent, host: "127.0.0.1", port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const ms = Number(process.hrtime.bigint() - start) / 1e6;
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve({ ms, text });
        else reject(new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/**
 * Asks every peer in turn, request by request, the order reversed each cycle, so that a busy moment of the machine
 * falls on all of them alike. CPU is then read from /proc over alternating slices.
 */
export async function compare(
  peers: Peer[],
  cycles: number,
  { cpu: withCpu = true }: { cpu?: boolean } = {},
): Promise<Map<string, Figures>> {
  for (const peer of peers) for (let i = 0; i < 30; i++) await send(peer.port, peer.call(i));
  const times = new Map(peers.map(({ name }) => [name, [] as number[]]));
  for (let cycle = 0; cycle < cycles; cycle++) {
    for (const peer of cycle % 2 === 0 ? peers : [...peers].reverse()) {
      const { ms } = await send(peer.port, peer.call(cycle));
      times.get(peer.name)?.push(ms);
    }
  }
  const cpu = withCpu ? await measureCpu(peers, cycles) : new Map<string, number>();
  const base = times.get(peers[0]?.name ?? "") ?? [];
  return new Map(
    peers.map(({ name }) => {
      const own = times.get(name) ?? [];
      const ratios = blocks(own).map(
        (block, index) => quantile(block, 0.5) / quantile(blocks(base)[index] ?? [], 0.5),
      );
      const figures: Figures = {
        p50Ms: quantile(own, 0.5),
        p99Ms: quantile(own, 0.99),
        lowestRatio: Math.min(...ratios),
        highestRatio: Math.max(...ratios),
        cpuMicroseconds: cpu.get(name) ?? 0,
      };
      return [name, figures];
    }),
  );
}

async function measureCpu(peers: Peer[], cycles: number): Promise<Map<string, number>> {
  const ticks = new Map(peers.map(({ name }) => [name, 0]));
  const slices = Math.max(5, Math.ceil(Math.min(cycles, 1200) / CPU_SLICE));
  for (let slice = 0; slice < slices; slice++) {
    for (const peer of slice % 2 === 0 ? peers : [...peers].reverse()) {
      const before = readTicks(peer.pid);
      for (let i = 0; i < CPU_SLICE; i++) await send(peer.port, peer.call(slice * CPU_SLICE + i));
      ticks.set(peer.name, (ticks.get(peer.name) ?? 0) + readTicks(peer.pid) - before);
    }
  }
  const requests = slices * CPU_SLICE;
  return new Map([...ticks].map(([name, sum]) => [name, (sum / TICKS_PER_SECOND / requests) * 1e6]));
}

/** User and system time of a process in clock ticks: fields 14 and 15, counted after the name in brackets. */
function readTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function blocks(values: number[]): number[][] {
  const size = Math.max(1, Math.floor(values.length / 10));
  return Array.from({ length: 10 }, (_, index) => values.slice(index * size, (index + 1) * size)).filter(
    (block) => block.length > 0,
  );
}

/** The value below which so large a share of them lies. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
