import type { Database, ReadDb } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { addDays } from "@countinghouse/validators/new-york";
import { z } from "zod";
import { canonicalJson } from "../canonical-json.ts";
import { coordinate } from "../job-writes.ts";
import { toIsoDay } from "../stored-values.ts";
import { AUDIT_CHAIN } from "./audit-chain.ts";
import type { Chain } from "./chain.ts";
import { LEDGER_CHAIN } from "./ledger-chain.ts";

export const HEADS_FOLDER = "chain-heads/";
const HEAD = "chain-head";
/** The newest so many are compared: each of them covers all that was linked before it. */
const COMPARED = 1_000;

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const placeSchema = z.object({ position: z.string().regex(/^\d+$/), id: z.string(), hash: hex }).nullable();
const headSchema = z.object({ at: z.iso.datetime(), audit: placeSchema, ledger: placeSchema });
const keptSchema = headSchema.extend({ keyId: z.string(), mac: hex });

type Head = z.output<typeof headSchema>;
type Place = z.output<typeof placeSchema>;

/** Where heads are kept: a storage outside the database. */
type HeadStorage = Pick<ObjectStorage, "putNew" | "get" | "list">;

interface Anchored {
  db: Pick<Database, "read">;
  vault: Vault;
  storage: HeadStorage;
}

const HEAD_COUNT = "chain-head-count";
/** A chain whose newest link is older has a head, where a worker runs. */
const HEAD_WITHIN_MS = 3_600_000;

/**
 * Keeps what is last in both chains outside the database, once a minute by whichever process comes first, and not where it
 * is what was kept last. Returns what this process has kept, for its next call: where another one came first in a minute, what it
 * kept may be of another time, or of another copy of the database.
 */
export async function keepHeads(
  { db, vault, storage }: Anchored & { db: Database },
  now: Date,
  keptLast: string | null,
): Promise<string | null> {
  const [audit, ledger] = [await lastPlace(AUDIT_CHAIN, db.read), await lastPlace(LEDGER_CHAIN, db.read)];
  const state = canonicalJson({ audit, ledger });
  if (state === keptLast || (audit === null && ledger === null)) return state;
  const head: Head = { at: now.toISOString(), audit, ledger };
  const { keyId, mac } = vault.sign(HEAD, canonicalJson(head));
  const text = JSON.stringify({ ...head, keyId, mac: Buffer.from(mac).toString("hex") });
  const newest = headKey(now);
  if (!(await storage.putNew(newest, Buffer.from(text)))) return keptLast;
  await countHead({ db, vault }, newest);
  return state;
}

/** Writes down in the database that there is one head more. The count begins again after a release from recovery. */
async function countHead({ db, vault }: { db: Database; vault: Vault }, newest: string): Promise<void> {
  await coordinate({ db }, async (tx) => {
    const [before] = await tx.$queryRaw<{ heads: bigint; newest: string }[]>`
      SELECT heads, newest FROM chain_head_count WHERE id = 1 FOR UPDATE`;
    const environment = await tx.environment.findFirst({ select: { releasedAt: true } });
    const isReleased = before !== undefined && isBefore(before.newest, environment?.releasedAt ?? null);
    // The event is signed, and the row of the environment is not.
    const isNew = isReleased && isBefore(before.newest, await lastRelease(db.read));
    const heads = (isNew ? 0n : (before?.heads ?? 0n)) + 1n;
    const { keyId, mac } = vault.sign(HEAD_COUNT, canonicalJson({ heads: String(heads), newest }));
    const row = { heads, newest, keyId, mac };
    await tx.chainHeadCount.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row });
  });
}

/** "chain-heads/2026/11/23/2231.json", in UTC: in the order of their names they stand in that of time. */
const headKey = (at: Date): string =>
  `${dayFolder(toIsoDay(at))}${at.toISOString().slice(11, 16).replace(":", "")}.json`;

/** Whether the head of this key is older than the release. */
const isBefore = (key: string, releasedAt: Date | null): boolean =>
  releasedAt !== null && key <= headKey(releasedAt);

const dayFolder = (day: string): string => `${HEADS_FOLDER}${day.replaceAll("-", "/")}/`;

async function lastPlace<Id extends bigint | string>(chain: Chain<Id>, db: ReadDb): Promise<Place> {
  const last = await chain.last(db);
  return last && { position: String(last.position), id: String(last.id), hash: toHex(last.hash) };
}

/** What a kept head says that the chain does not: that it was longer, or that another row stood there. */
export interface HeadFinding {
  chain: "audit" | "ledger";
  id: string;
  what: "cut" | "remade";
}

export interface ComparedHeads {
  findings: HeadFinding[];
  compared: number;
  /** Of before the console was released from recovery: what was restored is shorter by right. */
  passedOver: number;
  /** Keys of heads that are not ours, or were changed. */
  forged: string[];
  /** What says that heads were taken away, a sentence each. */
  missing: string[];
}

/** Compares the chains with the heads of them in the storage. Throws ProviderError where the storage does not answer. */
export async function compareHeads({ db, vault, storage }: Anchored, now: Date): Promise<ComparedHeads> {
  const keys: string[] = [];
  for await (const key of storage.list(HEADS_FOLDER)) keys.push(key);
  const releasedAt = await lastRelease(db.read);
  const missing = await findMissing({ db, vault }, keys, releasedAt, now);
  const result: ComparedHeads = { findings: [], compared: 0, passedOver: 0, forged: [], missing };
  const found = new Map<string, HeadFinding>();
  for (const key of keys.sort().slice(-COMPARED)) {
    const head = await readHead({ vault, storage }, key);
    if (head === null) result.forged.push(key);
    else if (releasedAt !== null && new Date(head.at) <= releasedAt) result.passedOver++;
    else {
      result.compared++;
      for (const finding of await findProblems(db.read, head))
        found.set(`${finding.chain} ${finding.id}`, finding);
    }
  }
  result.findings = [...found.values()];
  return result;
}

/** What says that heads were taken away: their count in the database, or that a chain of some age has none. */
async function findMissing(
  { db, vault }: Pick<Anchored, "db" | "vault">,
  keys: readonly string[],
  releasedAt: Date | null,
  now: Date,
): Promise<string[]> {
  const count = await db.read.chainHeadCount.findUnique({ where: { id: 1 } });
  if (count === null) {
    const [first] = await AUDIT_CHAIN.linksAfter(db.read, 0n, 1);
    const event = first && (await db.read.auditEvent.findUnique({ where: { id: first.id } }));
    const isOld = event && now.getTime() - event.at.getTime() > HEAD_WITHIN_MS;
    return keys.length === 0 && isOld ? ["No head of the chains is among the files."] : [];
  }
  const { heads, newest, keyId, mac } = count;
  const signed = canonicalJson({ heads: String(heads), newest });
  if (!vault.isSigned({ keyId, mac: Uint8Array.from(mac) }, HEAD_COUNT, signed))
    return ["The count of the heads was not written by this console."];
  // A release lets the files be as they are.
  if (isBefore(newest, releasedAt)) return [];
  const lacking = heads - BigInt(keys.filter((key) => !isBefore(key, releasedAt)).length);
  return [
    ...(lacking > 0n ? [`Of ${heads} heads ${lacking} are missing among the files.`] : []),
    ...(keys.includes(newest) ? [] : [`The newest head, ${newest}, is missing among the files.`]),
  ];
}

/** A process's clock may be ahead. */
const DAYS_AHEAD = 1;

/**
 * Whether writes are lost: a head that was kept later than `since` tells of what the chains here do not have. Not the newest head
 * alone is asked, since a process that goes on in a database that was set back keeps the heads of that one. Throws ProviderError
 * where the storage does not answer.
 */
export async function hasLostWrites(
  { db, vault, storage }: Anchored,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  let left = COMPARED;
  for (let day = addDays(toIsoDay(now), DAYS_AHEAD); day >= toIsoDay(since); day = addDays(day, -1)) {
    const keys: string[] = [];
    for await (const key of storage.list(dayFolder(day))) keys.push(key);
    for (const key of keys.sort().reverse().slice(0, left)) {
      left--;
      const head = await readHead({ vault, storage }, key);
      if (head === null || new Date(head.at) <= since) continue;
      if ((await findProblems(db.read, head)).length > 0) return true;
    }
  }
  return false;
}

async function findProblems(db: ReadDb, { audit, ledger }: Head): Promise<HeadFinding[]> {
  const findings = [
    await findHeadProblem(AUDIT_CHAIN, db, audit),
    await findHeadProblem(LEDGER_CHAIN, db, ledger),
  ];
  return findings.filter((finding) => finding !== null);
}

async function findHeadProblem<Id extends bigint | string>(
  chain: Chain<Id>,
  db: ReadDb,
  place: Place,
): Promise<HeadFinding | null> {
  if (place === null) return null;
  const { name } = chain;
  const [link] = await chain.linksAfter(db, BigInt(place.position) - 1n, 1);
  if (link?.position !== BigInt(place.position)) return { chain: name, id: place.id, what: "cut" };
  return toHex(link.hash) === place.hash ? null : { chain: name, id: place.id, what: "remade" };
}

async function readHead(
  { vault, storage }: Pick<Anchored, "vault" | "storage">,
  key: string,
): Promise<Head | null> {
  const object = await storage.get(key);
  if (object === null) return null;
  const text = await new Response(object.stream).text();
  const { data: kept } = keptSchema.safeParse(parseJson(text));
  if (!kept) return null;
  const { keyId, mac, ...head } = kept;
  const signature = { keyId, mac: Uint8Array.from(Buffer.from(mac, "hex")) };
  return vault.isSigned(signature, HEAD, canonicalJson(head)) ? head : null;
}

/** When a SUPERADMIN last said that the database may be as it is; the event is signed like any other. */
async function lastRelease(db: ReadDb): Promise<Date | null> {
  const event = await db.auditEvent.findFirst({
    where: { action: "recovery.release" },
    orderBy: { id: "desc" },
    select: { at: true },
  });
  return event?.at ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
