import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createTestVault } from "@countinghouse/db/testing/database";
import { createFolderObjectStorage } from "@countinghouse/providers/object-storage/folder";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { createS3ObjectStorage } from "@countinghouse/providers/object-storage/s3";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApi } from "../testing/harness.ts";
import { createMemoryStorage } from "../testing/memory-storage.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import { createSentJournal, type SentJournal } from "./journal.ts";

let api: TestApi;
let sandbox: Sandbox;
let root: string;
let intents: string[];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  root = mkdtempSync(path.join(os.tmpdir(), "countinghouse-journal-"));
  ({ api } = await openPayments());
  intents = [];
  for (let count = 0; count < 3; count++) {
    const { paymentId } = await run(api, order(await payableCustomer(api), "SALE"));
    intents.push(paymentId);
  }
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
  rmSync(root, { recursive: true });
});

const folder = (): ObjectStorage =>
  createFolderObjectStorage({
    root,
    linkUrl: "http://localhost/files",
    linkSecret: "x",
    now: () => new Date(),
  });
const s3 = (): ObjectStorage => createS3ObjectStorage({ ...sandbox.s3, deadlineMs: 60_000 });

const journalIn = (storage: ObjectStorage): SentJournal => createSentJournal(api.services, () => storage);

/** An attempt at the payment with this number. */
const attempt = (number: number) => ({
  intentId: intents[number % intents.length] ?? "",
  key: randomUUID(),
  sentAt: api.clock.now(),
});

async function keysIn(journal: SentJournal, environmentId: string, since = api.clock.now()) {
  const keys: (string | null)[] = [];
  for await (const entries of journal.read(environmentId, since))
    keys.push(...(entries?.map(({ key }) => key) ?? [null]));
  return keys;
}

describe.each([
  ["a folder", folder],
  ["S3", s3],
  ["memory", createMemoryStorage],
] as [string, () => ObjectStorage][])("a journal in %s", (_where, create) => {
  it("tells another process all that is needed to write a payment again", async () => {
    const [storage, id] = [create(), randomUUID()];
    const sent = attempt(0);
    await journalIn(storage).write(id, sent);
    const [entries] = await collect(journalIn(storage).read(id, api.clock.now()));
    const { id: intentId, ...facts } = await api.database.read.paymentIntent.findUniqueOrThrow({
      where: { id: sent.intentId },
      select: { id: true, businessKey: true, userId: true, cardId: true, kind: true, createdById: true },
    });
    expect(entries).toEqual([
      expect.objectContaining({ ...sent, ...facts, intentId, provider: "tabapay", amountCents: 1000 }),
    ]);
  });

  it("writes what waits at the same moment together, and loses none of it", async () => {
    const [storage, id] = [create(), randomUUID()];
    const journal = journalIn(storage);
    const attempts = Array.from({ length: 64 }, (_, number) => attempt(number));
    await Promise.all(attempts.map((each) => journal.write(id, each)));
    const chunks = await collect(journal.read(id, api.clock.now()));
    expect(chunks.length).toBeLessThan(8);
    expect(chunks.flatMap((chunk) => chunk?.map(({ key }) => key) ?? []).sort()).toEqual(
      attempts.map(({ key }) => key).sort(),
    );
  });

  it("is there once it was made, and is told from one of another environment", async () => {
    const [storage, id] = [create(), randomUUID()];
    const journal = journalIn(storage);
    expect(await journal.isThere(id)).toBe(false);
    await journal.open(id);
    expect(await journal.isThere(id)).toBe(true);
    expect(await journal.environments()).toContain(id);
    const stranger = createSentJournal(
      { ...api.services, db: api.database, vault: createTestVault() },
      () => storage,
    );
    expect(await stranger.environments()).not.toContain(id);
  });

  it("can not be read with other keys, and says so", async () => {
    const [storage, id] = [create(), randomUUID()];
    await journalIn(storage).write(id, attempt(0));
    const stranger = createSentJournal(
      { ...api.services, db: api.database, vault: createTestVault() },
      () => storage,
    );
    expect(await keysIn(stranger, id)).toEqual([null]);
  });
});

it("a line that was broken off is no entry, and the next one is written elsewhere", async () => {
  const [storage, id] = [folder(), randomUUID()];
  let isFull = true;
  const journal = journalIn({
    ...storage,
    append: async (key, bytes) => {
      if (!isFull) return storage.append?.(key, bytes);
      await storage.append?.(key, bytes.subarray(0, 20));
      throw new Error("no space left");
    },
  });
  await expect(journal.write(id, attempt(0))).rejects.toThrow("no space left");
  isFull = false;
  const later = attempt(1);
  await journal.write(id, later);
  expect(await keysIn(journal, id)).toEqual([later.key]);
});

it("a line that can not be made out counts as one that can not be read", async () => {
  const [storage, id] = [folder(), randomUUID()];
  const journal = journalIn(storage);
  const sent = attempt(0);
  await journal.write(id, sent);
  const day = path.join(root, "sent-payments", id, "2026-11-20");
  await appendFile(path.join(day, readdirSync(day)[0] ?? ""), "what is this\n");
  expect(await keysIn(journal, id)).toEqual([sent.key, null]);
});

it("keeps sixty days", async () => {
  const [storage, id] = [createMemoryStorage(), randomUUID()];
  const journal = journalIn(storage);
  await journal.open(id);
  await journal.write(id, attempt(0));
  const since = api.clock.now();
  api.clock.advance({ hours: 24 * 60 });
  const kept = attempt(1);
  await journal.write(id, kept);
  expect(await journal.prune(id)).toBe(0);
  api.clock.advance({ hours: 24 });
  expect(await journal.prune(id)).toBe(1);
  expect(await keysIn(journal, id, since)).toEqual([kept.key]);
  expect(await journal.isThere(id)).toBe(true);
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
