import type { RouterOutputs } from "@countinghouse/api";
import { useSyncExternalStore } from "react";
import { stored } from "@/lib/stored.ts";

/** "live" is told as it happens; "polling" asks, because the stream is down or the window is out of sight. */
export type Connection = "connecting" | "live" | "polling";
export type TrayJob = RouterOutputs["bulkJobs"]["tray"]["jobs"][number];
export type BatchChanges = RouterOutputs["bulkJobs"]["rows"];
export type Cursor = BatchChanges["cursor"];

/** The batch whose rows are on the screen, how far they are known, and who takes what changes. */
type Watched = { batchId: string; after: Cursor; take: (changes: BatchChanges) => void };

const connection = stored<Connection>("connecting");
const jobs = stored<readonly TrayJob[] | null>(null);
const watched = stored<Watched | null>(null);

/** What is known of bulk jobs in this window. One feed fills it (live-feed.tsx), whoever shows it reads here. */
export const feed = { connection, jobs, watched };

export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get);

/** The jobs that run and those of this admin that just ended; null until the server was heard. */
export const useTrayJobs = (): readonly TrayJob[] | null => useSyncExternalStore(jobs.subscribe, jobs.get);

export const useWatchedBatchId = (): string | null =>
  useSyncExternalStore(watched.subscribe, () => watched.get()?.batchId ?? null);

export const isRunning = ({ state }: TrayJob): boolean => state === "RUNNING" || state === "PAUSED";
