import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { analyse } from "chardet";
import { DomainError } from "../../errors.ts";

/** What of the file decides, where it is not UTF-8: its first parts that are not. */
const SAMPLE_BYTES = 256 * 1024;

/** Far more often than what looks like it: the encoding of Excel's "CSV" on a PC. */
const USUAL = "windows-1252";

/**
 * The encoding of a text file, by the name that Node decodes it by. A byte order mark decides, then every other byte being
 * zero; a file that is UTF-8 but for a few places is UTF-8, and these are told as damage; what is left is judged by its letters.
 */
export async function detectEncoding(file: string): Promise<string> {
  const decoder = new TextDecoder();
  const sample: Buffer[] = [];
  let sampled = 0;
  let good = 0;
  let damaged = 0;
  let isFirst = true;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const utf16 = isFirst ? detectUtf16(chunk) : null;
    if (utf16 !== null) return utf16;
    isFirst = false;
    const foreign = decoder.decode(chunk, { stream: true }).match(/[^\0-\x7F]/g) ?? [];
    const bad = foreign.filter((letter) => letter === "\uFFFD").length;
    damaged += bad;
    good += foreign.length - bad;
    if (bad === 0 || sampled >= SAMPLE_BYTES) continue;
    sample.push(chunk);
    sampled += chunk.length;
  }
  if (damaged === 0 || good > damaged) return "utf-8";
  return byLetters(Buffer.concat(sample));
}

function detectUtf16(start: Buffer): "utf-16le" | "utf-16be" | null {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const bytes = start.subarray(0, 1000);
  const zeros = (offset: number) => bytes.filter((byte, index) => index % 2 === offset && byte === 0).length;
  if (bytes.length < 4) return null;
  if (zeros(1) > bytes.length * 0.3 && zeros(0) === 0) return "utf-16le";
  return zeros(0) > bytes.length * 0.3 && zeros(1) === 0 ? "utf-16be" : null;
}

function byLetters(sample: Buffer): string {
  const matches = analyse(sample).filter(({ name }) => isDecodable(name) && !/^utf|^ascii/i.test(name));
  const usual = Math.max(
    0,
    ...matches
      .filter(({ name }) => /^(?:windows-1252|iso-8859-1)$/i.test(name))
      .map(({ confidence }) => confidence),
  );
  const [best] = matches;
  return best && best.confidence >= 60 && best.confidence > usual + 20 ? best.name.toLowerCase() : USUAL;
}

function isDecodable(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
}

export interface Utf8File {
  path: string;
  /** Removes what was written for it. */
  close: () => Promise<void>;
}

/**
 * The same text as a UTF-8 file: the file itself where it is one, else a copy that only its owner can read and that is gone
 * once it is closed. Throws INVALID for an encoding that nobody knows.
 */
export async function asUtf8(file: string, encoding: string): Promise<Utf8File> {
  if (!isDecodable(encoding)) throw new DomainError("INVALID", `The encoding ${encoding} is not known.`);
  if (new TextDecoder(encoding).encoding === "utf-8") return { path: file, close: async () => {} };
  const folder = await mkdtemp(path.join(os.tmpdir(), "import-"));
  const copy = path.join(folder, "copy.csv");
  await pipeline(Readable.from(decoded(file, encoding)), createWriteStream(copy, { mode: 0o600 }));
  return { path: copy, close: () => rm(folder, { recursive: true, force: true }) };
}

async function* decoded(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}
