import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { SealedPlace } from "@countinghouse/db/vault";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import type { Core } from "../core.ts";
import { LOOK_BACK_DAYS } from "../environment/gate.ts";
import { paymentProvider } from "../payments/engine/take.ts";
import { toIsoDay } from "../stored-values.ts";
import { JOURNALLED, JournalEntries, type JournalEntry } from "./journal-entry.ts";

export type JournalServices = Pick<Core, "db" | "vault" | "now">;

/** The attempt that is about to be sent. */
export interface SentAttempt {
  intentId: string;
  key: string;
  sentAt: Date;
}

/** What was sent, outside the database: what a backup that is restored does not know is found here. */
export interface SentJournal {
  /** Makes the journal of an environment, so that it can be told from one that is lost. */
  open(environmentId: string): Promise<void>;
  /** Whether the journal of an environment lies here. */
  isThere(environmentId: string): Promise<boolean>;
  /** The environments whose journals lie here and can be read with our keys. */
  environments(): Promise<string[]>;
  /** Resolves once the attempt stands outside the database for good; throws where it may not. */
  write(environmentId: string, attempt: SentAttempt): Promise<void>;
  /** What was written since a moment's day, in chunks that were written together; null for one that can not be read. */
  read(environmentId: string, since: Date): AsyncIterable<JournalEntry[] | null>;
  /** Deletes what is older than LOOK_BACK_DAYS. Returns the number of objects. */
  prune(environmentId: string): Promise<number>;
}

/** Where it lies among the files. */
export const JOURNAL_FOLDER = "sent-payments";
const DAY_MS = 24 * 60 * 60_000;
/** A process whose clock is ahead wrote in tomorrow's folder. */
const DAYS_AHEAD = 1;

interface Waiting {
  environmentId: string;
  attempt: SentAttempt;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * The journal in the object storage, sealed. Attempts that wait at the same moment are written together: one append to
 * the process's file of the day, or one object where nothing can be appended to.
 */
export function createSentJournal(
  { db, vault, now }: JournalServices,
  storage: () => ObjectStorage,
): SentJournal {
  const waiting: Waiting[] = [];
  let isWriting = false;
  let writer = randomUUID();

  const store = async (folder: string, bytes: Uint8Array): Promise<void> => {
    const objects = storage();
    if (objects.append === undefined) return objects.put(`${folder}/${randomUUID()}`, bytes);
    try {
      await objects.append(`${folder}/${writer}`, bytes);
    } catch (error) {
      // Half a line may stand there: what comes later is written elsewhere.
      writer = randomUUID();
      throw error;
    }
  };
  const writeTogether = async (environmentId: string, batch: readonly Waiting[]): Promise<void> => {
    const entries = await readEntries(
      db,
      batch.map(({ attempt }) => attempt),
    );
    const line = Buffer.from(vault.seal(journalPlace(environmentId), JSON.stringify(entries))).toString(
      "base64",
    );
    await store(dayFolder(environmentId, now()), Buffer.from(`${line}\n`));
  };
  const writeAll = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    for (let batch = waiting.splice(0); batch.length > 0; batch = waiting.splice(0)) {
      for (const [environmentId, of] of Map.groupBy(batch, (each) => each.environmentId)) {
        try {
          await writeTogether(environmentId, of);
          for (const { resolve } of of) resolve();
        } catch (error) {
          for (const { reject } of of) reject(error);
        }
      }
    }
    isWriting = false;
  };
  const opened = (environmentId: string, line: string): string | null => {
    try {
      return vault.open(journalPlace(environmentId), Buffer.from(line, "base64"));
    } catch {
      return null;
    }
  };
  const readText = async (key: string): Promise<string | null> => {
    const found = await storage().get(key);
    return found && (await buffer(found.stream)).toString("latin1");
  };

  return {
    open: (environmentId) => {
      const sealed = vault.seal(journalPlace(environmentId), environmentId);
      return storage().put(markKey(environmentId), Buffer.from(Buffer.from(sealed).toString("base64")));
    },
    isThere: async (environmentId) => (await storage().head(markKey(environmentId))) !== null,
    environments: async () => {
      const ids: string[] = [];
      for await (const key of storage().list(`${JOURNAL_FOLDER}/`)) {
        const [, id = "", name] = key.split("/");
        if (name !== MARK) continue;
        if (opened(id, (await readText(key)) ?? "") === id) ids.push(id);
      }
      return ids;
    },
    write: (environmentId, attempt) =>
      new Promise((resolve, reject) => {
        waiting.push({ environmentId, attempt, resolve, reject });
        void writeAll();
      }),
    read: async function* (environmentId, since) {
      for (const day of daysSince(since, now())) {
        for await (const key of storage().list(`${JOURNAL_FOLDER}/${environmentId}/${day}/`)) {
          const text = (await readText(key)) ?? "";
          // What stands behind the last line end was never finished, and its call never begun.
          for (const line of text.split("\n").slice(0, -1)) yield entriesIn(opened(environmentId, line));
        }
      }
    },
    prune: async (environmentId) => {
      const first = toIsoDay(new Date(now().getTime() - LOOK_BACK_DAYS * DAY_MS));
      let deleted = 0;
      for await (const key of storage().list(`${JOURNAL_FOLDER}/${environmentId}/`)) {
        const [, , day = "", name] = key.split("/");
        if (name === undefined || day >= first) continue;
        await storage().delete(key);
        deleted++;
      }
      return deleted;
    },
  };
}

/** Lies in an environment's folder from its first start on. */
const MARK = "environment";
const markKey = (environmentId: string): string => `${JOURNAL_FOLDER}/${environmentId}/${MARK}`;
const dayFolder = (environmentId: string, at: Date): string =>
  `${JOURNAL_FOLDER}/${environmentId}/${toIsoDay(at)}`;

/** An entry of one environment does not open as one of another. */
export const journalPlace = (environmentId: string): SealedPlace => ({
  table: "sent_payments",
  column: "entries",
  rowId: environmentId,
});

function entriesIn(text: string | null): JournalEntry[] | null {
  if (text === null) return null;
  const entries = JournalEntries.safeParse(JSON.parse(text));
  return entries.success ? entries.data : null;
}

async function readEntries(
  { read }: JournalServices["db"],
  attempts: readonly SentAttempt[],
): Promise<JournalEntry[]> {
  const rows = await read.paymentIntent.findMany({
    where: { id: { in: attempts.map(({ intentId }) => intentId) } },
    select: JOURNALLED,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return attempts.map(({ intentId, key, sentAt }): JournalEntry => {
    const row = byId.get(intentId);
    if (row === undefined) throw new Error(`There is no payment intent ${intentId}.`);
    const { id: _, amountCents, instrumentLast4: last4, bulkItem, ...facts } = row;
    const provider = paymentProvider(facts);
    return {
      ...facts,
      key,
      sentAt,
      provider,
      intentId,
      last4,
      amountCents: Number(amountCents),
      bulkItemId: bulkItem?.id ?? null,
    };
  });
}

/** The days from a moment on, one after the other; none that is kept no more. */
function* daysSince(since: Date, now: Date): Generator<string> {
  const last = now.getTime() + DAYS_AHEAD * DAY_MS;
  const first = Math.max(since.getTime(), now.getTime() - LOOK_BACK_DAYS * DAY_MS);
  const lastDay = toIsoDay(new Date(last));
  for (let at = first; ; at += DAY_MS) {
    const day = toIsoDay(new Date(at));
    if (day > lastDay) return;
    yield day;
  }
}
