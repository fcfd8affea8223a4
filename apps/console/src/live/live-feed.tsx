import { useEffect } from "react";
import { trpc } from "@/api/client.ts";
import { usePageSeen } from "@/lib/use-page-seen.ts";
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
