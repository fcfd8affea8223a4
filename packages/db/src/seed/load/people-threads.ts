import { Worker } from "node:worker_threads";
import type { VaultKeys } from "../../vault.ts";
import type { SeedContext } from "../seed-context.ts";
import type { Chunk, TableLines } from "./people.ts";

/** What threads are told once. */
export type ThreadData = Omit<SeedContext, "rows" | "ids" | "vault"> & { keys: VaultKeys };

/** What makes a chunk of people. */
export interface PeopleMaker {
  /** Chunks that are made at once. */
  atOnce: number;
  make(chunk: Chunk): Promise<TableLines>;
  close(): Promise<void>;
}

/** Threads that make people, each with a vault of its own. What fails in one fails the chunk, and all after it. */
export function startThreads(count: number, data: ThreadData): PeopleMaker {
  const threads = Array.from({ length: count }, () => {
    const worker = new Worker(new URL("people-thread.ts", import.meta.url), { workerData: data });
    const done: Promise<unknown> = Promise.resolve();
    return { worker, done };
  });
  let next = 0;
  return {
    atOnce: count,
    make(chunk) {
      const thread = threads[next++ % count];
      if (thread === undefined) throw new RangeError("There is no thread.");
      const made = thread.done.then(() => ask(thread.worker, chunk));
      thread.done = made;
      return made;
    },
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function ask(worker: Worker, chunk: Chunk): Promise<TableLines> {
  return new Promise((resolve, reject) => {
    const ended = (code: number) => reject(new Error(`A thread that makes people ended with ${code}.`));
    worker.once("error", reject);
    worker.once("exit", ended);
    worker.once("message", (lines: TableLines) => {
      worker.off("error", reject);
      worker.off("exit", ended);
      resolve(lines);
    });
    worker.postMessage(chunk);
  });
}
