import type { RouterOutputs } from "@countinghouse/api";
import { useSyncExternalStore } from "react";
import { stored } from "@/lib/stored.ts";

/** "live" is told as it happens; "polling" asks, because the stream is down or the window is out of sight. */
export type Connection = "connecting" | "live" | "polling";
export type TrayJob = RouterOutputs["bulkJobs"]["tray"]["jobs"][number];
export type WorkNews = RouterOutputs["bulkJobs"]["tray"]["work"];
export type BatchChanges = RouterOutputs["bulkJobs"]["rows"];
export type Cursor = BatchChanges["cursor"];

/** The batch whose rows are on the screen, how far they are known, and who takes what changes. */
type Watched = { batchId: string; after: Cursor; take: (changes: BatchChanges) => void };

const connection = stored<Connection>("connecting");
const jobs = stored<readonly TrayJob[] | null>(null);
const watched = stored<Watched | null>(null);
const work = stored<WorkNews | null>(null);

/** What is known in this window of bulk jobs and of what waits for a person. One feed fills it (live-feed.tsx), whoever shows it reads here. */
export const feed = { connection, jobs, watched, work };

export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get);

/** The jobs that run and those of this admin that just ended; null until the server was heard. */
export const useTrayJobs = (): readonly TrayJob[] | null => useSyncExternalStore(jobs.subscribe, jobs.get);

/** How many items wait, and which state of the list that is; null until the server was heard. */
export const useWorkNews = (): WorkNews | null => useSyncExternalStore(work.subscribe, work.get);

export const useWatchedBatchId = (): string | null =>
  useSyncExternalStore(watched.subscribe, () => watched.get()?.batchId ?? null);

export const isRunning = ({ state }: TrayJob): boolean => state === "RUNNING" || state === "PAUSED";
