import { readdirSync, readFileSync } from "node:fs";
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
  /** CPU to that of the first peer, slice by slice asked right after each other: the middle one, and the middle half. */
  cpuRatio: { median: number; from: number; to: number };
}

/** The call as the console's client makes it: a batch of one, by POST, through superjson. */
export const procedureCall = (procedure: string, input: object, token: string): Call => ({
  path: `/trpc/${procedure}?batch=1`,
  method: "POST",
  headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  body: JSON.stringify({ 0: { json: input } }),
});

const CPU_SLICE = 50;
const FEWEST_SLICES = 20;

/** One connection to each process for each call that is under way there: one where calls come one after the other. */
const agent = new Agent({ keepAlive: true });

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
  const cpu = withCpu ? await measureCpu(peers, cycles) : new Map<string, number[]>();
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
        cpuMicroseconds: mean(cpu.get(name) ?? []),
        cpuRatio: toRatio(cpu.get(name) ?? [], cpu.get(peers[0]?.name ?? "") ?? []),
      };
      return [name, figures];
    }),
  );
}

/** Microseconds of CPU a call, of each slice. */
async function measureCpu(peers: Peer[], cycles: number): Promise<Map<string, number[]>> {
  const used = new Map(peers.map(({ name }) => [name, [] as number[]]));
  const calls = Math.min(CPU_SLICE, cycles);
  const slices = Math.max(Math.min(FEWEST_SLICES, cycles), Math.ceil(Math.min(cycles, 1200) / CPU_SLICE));
  for (let slice = 0; slice < slices; slice++) {
    for (const peer of slice % 2 === 0 ? peers : [...peers].reverse()) {
      const before = readCpuMicroseconds(peer.pid);
      for (let i = 0; i < calls; i++) await send(peer.port, peer.call(slice * calls + i));
      used.get(peer.name)?.push((readCpuMicroseconds(peer.pid) - before) / calls);
    }
  }
  return used;
}

function toRatio(own: readonly number[], base: readonly number[]): Figures["cpuRatio"] {
  const ratios = own.map((value, slice) => value / (base[slice] ?? Number.NaN));
  const at = (share: number) => quantile(ratios, share);
  return { median: at(0.5), from: at(0.25), to: at(0.75) };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Time that the threads of a process have had, as the scheduler counts it: to the nanosecond, where ticks are 10 ms. */
export function readCpuMicroseconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000;
}

function blocks(values: number[]): number[][] {
  const size = Math.max(1, Math.floor(values.length / 10));
  return Array.from({ length: 10 }, (_, index) => values.slice(index * size, (index + 1) * size)).filter(
    (block) => block.length > 0,
  );
}

/** The value that this share of the values lies below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
