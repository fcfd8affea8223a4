import { BULK_POLL_MS } from "@countinghouse/validators/bulk-jobs/rules";
import type { trpc } from "@/api/client.ts";
import { pause } from "@/lib/pause.ts";
import { type BatchChanges, feed, type TrayJob, type WorkNews } from "./feed.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];

/** Out of sight, this is soon enough. */
const UNSEEN_POLL_MS = 10_000;
/** After a refusal: too many windows, or a server that does not know of streams. */
const AFTER_REFUSAL_MS = 10_000;
/** After an end: the process stops, and another one answers. Not all windows come at once. */
const AFTER_END_MS = { least: 500, most: 2_000 };

/**
 * Fills the feed until the returned function is called: by a stream while the window is in sight, by asking while there
 * is none. A browser has six connections to a server and a stream holds one, so windows out of sight let go of theirs.
 */
export function follow(client: Client, isSeen: boolean, batchId: string | null): () => void {
  const ending = new AbortController();
  feed.connection.set(isSeen ? "connecting" : "polling");
  if (isSeen) void stream(client, batchId, ending.signal);
  void poll(client, isSeen, ending.signal);
  return () => ending.abort();
}

async function stream(client: Client, batchId: string | null, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const outcome = await untilOver(client, batchId, ending);
    if (ending.aborted) return;
    feed.connection.set("polling");
    const { least, most } = AFTER_END_MS;
    await pause(outcome === "refused" ? AFTER_REFUSAL_MS : least + Math.random() * (most - least), ending);
  }
}

function untilOver(
  client: Client,
  batchId: string | null,
  ending: AbortSignal,
): Promise<"refused" | "ended"> {
  const watched = batchId === null ? null : { batchId, after: feed.watched.get()?.after ?? null };
  return new Promise((resolve) => {
    const subscription = client.bulkJobs.live.subscribe(
      { watched },
      {
        onData: ({ data }) => {
          feed.connection.set("live");
          take(data);
        },
        onConnectionStateChange: ({ state }) => {
          if (state === "connecting" && feed.connection.get() === "live") feed.connection.set("polling");
        },
        onError: () => resolve("refused"),
        onComplete: () => resolve("ended"),
      },
    );
    ending.addEventListener("abort", () => {
      subscription.unsubscribe();
      resolve("ended");
    });
  });
}

/** The rows of the watched batch are asked for by who shows them (use-live-batch.ts). */
async function poll(client: Client, isSeen: boolean, ending: AbortSignal): Promise<void> {
  const everyMs = isSeen ? BULK_POLL_MS : UNSEEN_POLL_MS;
  // A stream tells at once. It is not asked beside it, unless it is late.
  await pause(everyMs, ending);
  while (!ending.aborted) {
    if (feed.connection.get() !== "live") {
      const answer = await client.bulkJobs.tray.query(undefined, { signal: ending }).catch(() => null);
      if (answer && !ending.aborted) {
        if (feed.connection.get() === "connecting") feed.connection.set("polling");
        take({ ...answer, changes: null });
      }
    }
    await pause(everyMs, ending);
  }
}

type News = { jobs: readonly TrayJob[]; changes: BatchChanges | null; work: WorkNews };

function take({ jobs, changes, work }: News): void {
  feed.jobs.set(jobs);
  const known = feed.work.get();
  if (JSON.stringify(known) !== JSON.stringify(work)) feed.work.set(work);
  const batch = feed.watched.get();
  if (changes && batch?.batchId === changes.batch.id) batch.take(changes);
}
