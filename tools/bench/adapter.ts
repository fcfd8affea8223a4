import { compare, type Peer, procedureCall } from "./measure.ts";
import { startBenchStack } from "./stack.ts";

/** The least of the CPU of a call that has to be saved for an adapter of our own to stay. */
const LEAST_SAVED = 0.2;

/** What a call costs through our adapter and through tRPC's own, asked in turn: of the CPU that is what counts. */
export async function benchAdapter({ users, cycles }: { users: number; cycles: number }): Promise<void> {
  const stack = await startBenchStack({ users, keep: false, official: true });
  try {
    const works: [procedure: string, input: (index: number) => object][] = [
      ["admins.me", () => ({})],
      ["users.list", () => ({ sort: "id" })],
      ["users.get", () => ({ id: stack.firstId })],
    ];
    for (const [procedure, input] of works) {
      const peer = (name: string, at: { pid: number; port: number }): Peer => ({
        ...at,
        name,
        call: (index) => procedureCall(procedure, input(index), stack.api.token),
      });
      const figures = await compare([peer("official", stack.official), peer("ours", stack.api)], cycles);
      const [official, ours] = [figures.get("official"), figures.get("ours")];
      if (!official || !ours) throw new Error("Nobody answered.");
      const saved = 1 - ours.cpuMicroseconds / official.cpuMicroseconds;
      console.log(
        `${procedure.padEnd(14)}CPU a call ${official.cpuMicroseconds.toFixed(0)} and ${ours.cpuMicroseconds.toFixed(0)} us, ` +
          `p50 ${official.p50Ms.toFixed(3)} and ${ours.p50Ms.toFixed(3)} ms (tRPC's and ours): ${(100 * saved).toFixed(0)} % saved, ` +
          `goal ${100 * LEAST_SAVED} %: ${saved > LEAST_SAVED ? "reached" : "MISSED"}`,
      );
    }
  } finally {
    await stack.stop();
  }
}
