import { crc32 } from "node:zlib";

export interface ZipEntry {
  name: string;
  content: Buffer;
}

const END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;

/**
 * The entries of a zip file whose files are stored as they are, read the way an unzip does: by its directory at the
 * end. Throws when a checksum, a size or a signature is wrong.
 */
export function readZip(zip: Buffer): ZipEntry[] {
  const end = zip.length - 22;
  expectThat(zip.readUInt32LE(end) === END, "There is no directory at the end.");
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expectThat(zip.readUInt32LE(at) === DIRECTORY_ENTRY, "The directory is broken.");
    expectThat(zip.readUInt16LE(at + 10) === 0, "This reader knows stored entries only.");
    const size = zip.readUInt32LE(at + 20);
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    expectThat(zip.readUInt32LE(local) === LOCAL_ENTRY, "The directory points nowhere.");
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + size);
    expectThat(crc32(content) === zip.readUInt32LE(at + 16), "A checksum is wrong.");
    entries.push({ name: zip.toString("utf8", at + 46, nameEnd), content });
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** A zip file of these entries, stored as they are. */
export function storedZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of entries) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([signature(LOCAL_ENTRY), facts, Buffer.from(name), content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([signature(DIRECTORY_ENTRY), Buffer.of(20, 0), facts, rest, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...directory, signature(END), end]);
}

function signature(of: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(of);
  return bytes;
}
