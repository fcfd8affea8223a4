import { setTimeout as pause } from "node:timers/promises";
import type { BulkBatchState } from "@countinghouse/db";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { Core } from "../../core.ts";
import { traced } from "../../tracing.ts";
import type { Asking } from "./ask-banks.ts";
import {
  type ClaimedItem,
  claimItems,
  findGivenUp,
  keepItems,
  type RunningBatch,
  releaseItems,
} from "./claim.ts";
import { createMarks, type Marks } from "./marks.ts";
import { failedRow, type Outcome, type Runner } from "./outcome.ts";
import { type WriteServices, writeOutcomes } from "./write.ts";
import { createWriter } from "./writer.ts";

/** Rows claimed in one statement, for each that is under way: enough for what a claim takes on a busy database. */
const CLAIMED_AHEAD = 8;
/** A worker that was not heard of for so long is lost: another one takes its rows. */
const LEASE_MS = 120_000;
/** Where calls are few a minute, what is claimed waits for longer than that. */
const KEEP_EVERY_MS = 30_000;

export interface Working {
  services: WriteServices & Pick<Core, "log" | "registration">;
  /** Who works: what was claimed is dropped once this process is not known by that id any more. */
  processId: string;
  batch: RunningBatch;
  runner: Runner<Asking>;
  /** Rows under way at the same time. */
  atOnce: number;
  /** Where users come strictly one after the other: the pause between two of them, in ms. */
  apartMs: number | null;
  stopped: AbortSignal;
  /** Called after each write. */
  onWritten: () => void;
}

type MarkedWorking = Working & { marks: Marks };

interface Row {
  item: ClaimedItem;
  prepared: Asking | undefined;
}

/** Works on a batch until nothing of it is left to be claimed, or the process stops. Returns the rows that were done. */
export async function work(working: Working): Promise<number> {
  const { services, batch, atOnce, apartMs, stopped } = working;
  const given = await findGivenUp(services.db, batch.id, services.now());
  if (given.length > 0) {
    const whyNot = "Processing of this row was interrupted three times.";
    await write(
      working,
      given.map((item) => failedRow(item, "GIVEN_UP", whyNot)),
    );
  }
  const marks = createMarks(services);
  const marked = { ...working, marks };
  try {
    return await (apartMs === null ? workAtOnce(marked, atOnce, stopped) : workInTurn(marked, apartMs));
  } finally {
    marks.close();
  }
}

/** Rows are claimed ahead, so that as many as allowed are always under way; what came of them is written in hundreds. */
async function workAtOnce(working: MarkedWorking, atOnce: number, stopped: AbortSignal): Promise<number> {
  const claimed = new Map<string, ClaimedItem>();
  const queue: Row[] = [];
  let state: BulkBatchState = "RUNNING";
  let isDry = false;
  let done = 0;
  const writer = createWriter(async (outcomes) => {
    state = (await write(working, outcomes)) ?? state;
  });
  const refill = async (): Promise<void> => {
    const items = await claim(working, atOnce * CLAIMED_AHEAD);
    isDry = items.length === 0;
    for (const item of items) claimed.set(item.id, item);
    const prepared = await working.runner.prepare(items);
    queue.push(...items.map((item) => ({ item, prepared: prepared.get(item.id) })));
  };
  let refilling: Promise<void> | null = null;
  // Nobody may be waiting when it fails: all of them end then, and the failure is thrown once they have.
  let failure: { error: unknown } | null = null;
  const refillOrEnd = async (): Promise<void> => {
    try {
      await refill();
    } catch (error) {
      failure ??= { error };
    }
    refilling = null;
  };
  const goesOn = () => state === "RUNNING" && !stopped.aborted && failure === null && isStillKnown(working);
  const next = async (): Promise<Row | null> => {
    while (goesOn()) {
      if (!isDry && queue.length <= (atOnce * CLAIMED_AHEAD) / 2) refilling ??= refillOrEnd();
      const first = queue.shift();
      if (first !== undefined) return first;
      if (refilling === null) return null;
      await refilling;
    }
    return null;
  };
  const worker = async (): Promise<void> => {
    for (let row = await next(); row !== null; row = await next()) {
      const outcome = await attempt(working, row.item, row.prepared);
      if (outcome === null) continue;
      claimed.delete(row.item.id);
      done++;
      writer.add(outcome);
    }
  };
  const keeping = setInterval(() => {
    keepItems(working.services.db, [...claimed.values()], leaseEnd(working)).catch((error: unknown) => {
      working.services.log.warn({ batchId: working.batch.id, error: String(error) }, "bulk rows not kept");
    });
  }, KEEP_EVERY_MS);
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
    throwIf(failure);
  } finally {
    clearInterval(keeping);
    await writer.flush();
    await releaseItems(working.services.db, [...claimed.values()]);
  }
  return done;
}

function throwIf(failure: { error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}

async function workInTurn(working: MarkedWorking, apartMs: number): Promise<number> {
  let done = 0;
  while (!working.stopped.aborted && isStillKnown(working)) {
    const [item] = await claim(working, 1);
    if (item === undefined) break;
    const prepared = await working.runner.prepare([item]);
    const outcome = await attempt(working, item, prepared.get(item.id));
    if (outcome === null) await releaseItems(working.services.db, [item]);
    else {
      await write(working, [outcome]);
      done++;
    }
    await pause(apartMs, undefined, { signal: working.stopped }).catch(() => {});
  }
  return done;
}

/** One that was frozen or cut off may have been declared gone meanwhile, and others have its rows. */
const isStillKnown = ({ services, processId }: Working): boolean => services.registration.id() === processId;

const leaseEnd = ({ services }: Working): Date => new Date(services.now().getTime() + LEASE_MS);

const claim = (working: Working, most: number): Promise<ClaimedItem[]> => {
  const { services, processId, batch, apartMs } = working;
  const now = services.now();
  const until = leaseEnd(working);
  return claimItems(services.db, { batchId: batch.id, most, processId, now, until, apartMs });
};

/** Does one row. What nobody expected fails this row and no other. */
async function attempt(
  working: MarkedWorking,
  item: ClaimedItem,
  prepared: Asking | undefined,
): Promise<Outcome | null> {
  const { runner, services, batch, marks } = working;
  const begin = async (): Promise<boolean> => {
    await marks.begin(item);
    return isStillKnown(working);
  };
  try {
    return await traced(
      `bulk row ${batch.kind}`,
      { "countinghouse.batch": batch.id, "countinghouse.user": item.userId },
      () => runner.run(item, prepared, begin),
      { begins: batch.kind === "BULK_BALANCE" ? "read" : "change" },
    );
  } catch (error) {
    services.log.error({ batchId: batch.id, itemId: item.id, error: String(error) }, "bulk row failed");
    return failedRow(item, "INTERNAL", TEXT.failed);
  } finally {
    marks.end(item);
  }
}

/** Writes rows together; where that fails, each alone, so that one that can not be written keeps back no other. */
async function write(working: Working, outcomes: readonly Outcome[]): Promise<BulkBatchState | null> {
  const { services, batch, onWritten } = working;
  try {
    return await writeOutcomes(services, batch.id, outcomes);
  } catch (error) {
    services.log.error({ batchId: batch.id, error: String(error) }, "bulk rows not written");
    if (outcomes.length > 1) {
      let state: BulkBatchState | null = null;
      for (const outcome of outcomes) state = (await write(working, [outcome])) ?? state;
      return state;
    }
    const bare = outcomes.map(({ item, state }) =>
      state === "FOLLOW" ? following(item) : failedRow(item, "INTERNAL", TEXT.failed),
    );
    return writeOutcomes(services, batch.id, bare).catch((again: unknown) => {
      services.log.error({ batchId: batch.id, error: String(again) }, "bulk row left to its lease");
      return null;
    });
  } finally {
    onWritten();
  }
}

const following = (item: ClaimedItem): Outcome => ({
  item,
  state: "FOLLOW",
  errorCode: "",
  errorMessage: "",
  accounts: null,
  asked: null,
});
