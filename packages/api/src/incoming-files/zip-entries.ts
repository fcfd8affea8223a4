import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { DomainError } from "../errors.ts";
import { type KeptBytes, readPieces } from "./kept-bytes.ts";

/** What a zip may hold. */
export interface ArchiveLimits {
  entries: number;
  /** Bytes of all entries together, unpacked. */
  bytes: number;
  /** How many times its own size it may be, unpacked; small ones may be more. */
  ratio: number;
}

export interface ZipEntry {
  name: string;
  /** What it holds, unpacked as it is read. All of it has to be read before the next entry. */
  content: AsyncGenerator<Buffer>;
}

interface Listed {
  name: string;
  isEncrypted: boolean;
  method: number;
  packedBytes: number;
  bytes: number;
  at: number;
}

const LOCAL = 0x04034b50;
const LISTED = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const LISTED_BYTES = 46;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
/** What stands where a size needs more than four bytes. */
const ELSEWHERE = 0xff_ff_ff_ff;
/** What stands where a count needs more than two bytes. */
const MANY = 0xff_ff;
/** The list of as many entries as are taken is smaller; names are not long. */
const LONGEST_LIST = 4 * 1024 * 1024;
/** Up to here nothing is too much for its size. */
const SMALL_BYTES = 10_000_000;

const BROKEN_ARCHIVE = "Its content is damaged.";
const TOO_MUCH_INSIDE = "It unpacks to much more than its size.";
const ZIP64 = "It is a ZIP64 archive, which is not read. Make smaller ones of it, of less than 4 GB each.";
const SAME_NAME = "Two files in it have the same name, or one that differs in upper and lower case alone.";

function refuseUnless(holds: boolean, why: string = BROKEN_ARCHIVE): void {
  if (!holds) throw new DomainError("INVALID", why);
}

/**
 * The entries of a zip in the order they lie in it, unpacked as they are read: what a size says is not believed, and nothing of
 * it is held. Throws INVALID, in a sentence, as soon as there are too many, too much is in them or too much for what the file
 * is; for one that leads out of its folder, is encrypted or packed in an unusual way; and for a list that does not agree with
 * what is there, so that no other program finds something else in it.
 */
export async function* readEntries(kept: KeptBytes, limits: ArchiveLimits): AsyncGenerator<ZipEntry> {
  const { list, listAt } = await readList(kept, limits);
  let end = 0;
  let total = 0;
  for (const entry of list.toSorted((one, other) => one.at - other.at)) {
    const head = await kept.read(entry.at, LOCAL_BYTES);
    refuseUnless(head.length === LOCAL_BYTES && head.readUInt32LE(0) === LOCAL && entry.at >= end);
    const nameBytes = head.readUInt16LE(26);
    const name = await kept.read(entry.at + LOCAL_BYTES, nameBytes);
    refuseUnless(name.toString("utf8") === entry.name && head.readUInt16LE(8) === entry.method);
    const from = entry.at + LOCAL_BYTES + nameBytes + head.readUInt16LE(28);
    end = from + entry.packedBytes;
    refuseUnless(end <= listAt);
    const count = (bytes: number) => {
      total += bytes;
      const isTooMuch =
        total > limits.bytes || (total > SMALL_BYTES && total > limits.ratio * kept.sizeBytes);
      refuseUnless(!isTooMuch, TOO_MUCH_INSIDE);
    };
    yield { name: entry.name, content: unpacked(kept, entry, from, count) };
  }
}

async function* unpacked(
  kept: KeptBytes,
  { method, packedBytes, bytes }: Listed,
  from: number,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const packed = readPieces(kept, from, packedBytes);
  let read = 0;
  try {
    for await (const piece of method === STORED ? packed : inflated(packed)) {
      count(piece.length);
      read += piece.length;
      yield piece;
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError("INVALID", BROKEN_ARCHIVE, {}, { cause: error });
  }
  refuseUnless(read === bytes);
}

async function* inflated(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  // What breaks there is thrown below.
  pipeline(Readable.from(packed), inflate).catch(() => {});
  yield* inflate as AsyncIterable<Buffer>;
}

async function readList(kept: KeptBytes, limits: ArchiveLimits): Promise<{ list: Listed[]; listAt: number }> {
  const tail = await kept.read(
    Math.max(0, kept.sizeBytes - END_BYTES - LONGEST_COMMENT),
    END_BYTES + LONGEST_COMMENT,
  );
  const end = findEnd(tail);
  const count = end.readUInt16LE(10);
  const listBytes = end.readUInt32LE(12);
  const listAt = end.readUInt32LE(16);
  refuseUnless(count !== MANY && listBytes !== ELSEWHERE && listAt !== ELSEWHERE, ZIP64);
  refuseUnless(
    count <= limits.entries,
    `It holds more than ${limits.entries.toLocaleString("en-US")} files.`,
  );
  refuseUnless(end.readUInt32LE(4) === 0 && end.readUInt16LE(8) === count && listBytes <= LONGEST_LIST);
  refuseUnless(listAt + listBytes + end.length === kept.sizeBytes);
  return { list: parseList(await kept.read(listAt, listBytes), count), listAt };
}

/** What stands at the end of every zip, with its comment, which reaches to the end of the file. */
function findEnd(tail: Buffer): Buffer {
  for (let at = tail.length - END_BYTES; at >= 0; at--)
    if (tail.readUInt32LE(at) === END && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
      return tail.subarray(at);
  throw new DomainError("INVALID", BROKEN_ARCHIVE);
}

function parseList(bytes: Buffer, count: number): Listed[] {
  const list: Listed[] = [];
  let at = 0;
  while (at + LISTED_BYTES <= bytes.length) {
    refuseUnless(bytes.readUInt32LE(at) === LISTED);
    const next = at + LISTED_BYTES + bytes.readUInt16LE(at + 28);
    const entry = {
      name: bytes.toString("utf8", at + LISTED_BYTES, next),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) !== 0,
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      bytes: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    };
    assertEntry(entry);
    list.push(entry);
    at = next + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  refuseUnless(at === bytes.length && list.length === count);
  refuseUnless(new Set(list.map(({ name }) => name.toLowerCase())).size === count, SAME_NAME);
  return list;
}

/** A name that leads elsewhere when it is unpacked: upwards, to the root, to a drive, or by the other kind of slash. */
const LEADS_OUT = /(^|\/)\.\.(\/|$)|^\/|\\|^[a-z]:|\0/i;

function assertEntry({ name, isEncrypted, method, packedBytes, bytes, at }: Listed): void {
  refuseUnless(!LEADS_OUT.test(name), "A file in it has a name that leads out of its folder.");
  refuseUnless(!isEncrypted, "It is encrypted.");
  refuseUnless(method === STORED || method === DEFLATED);
  refuseUnless(packedBytes !== ELSEWHERE && bytes !== ELSEWHERE && at !== ELSEWHERE, ZIP64);
}
