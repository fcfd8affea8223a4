import { useEffect, useSyncExternalStore } from "react";
import { trpc } from "@/api/client.ts";
import { useTitlePrefix } from "@/lib/use-title.ts";
import { isRunning, useTrayJobs, useWatchedBatchId } from "./feed.ts";
import { follow } from "./follow.ts";
import { percentDone } from "./job-words.ts";

/** Keeps the feed of this window filled. Mounted once, by the shell. */
export function LiveFeed() {
  const { client } = trpc.useUtils();
  const isSeen = usePageSeen();
  const batchId = useWatchedBatchId();
  const watchedJob = useTrayJobs()?.find(({ id }) => id === batchId);
  // Another batch on the screen is another stream.
  useEffect(() => follow(client, isSeen, batchId), [client, isSeen, batchId]);
  useTitlePrefix(watchedJob && isRunning(watchedJob) ? `(${percentDone(watchedJob)}%) ` : "");
  return null;
}

/** Whether this window is in sight, and not behind another tab. */
const usePageSeen = (): boolean => useSyncExternalStore(subscribe, isSeen);

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

const isSeen = (): boolean => document.visibilityState === "visible";
