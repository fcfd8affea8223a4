import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { refusedRequest } from "./errors.ts";

const LARGEST_OBJECT_BYTES = 100_000_000;
const CRC32 = "x-amz-checksum-crc32";

/** The bytes that a request uploads, out of the framing they were sent in and held against every checksum sent. */
export async function uploadedBytes(request: Request, payloadHash: string): Promise<Buffer> {
  const sent = Buffer.from(await request.arrayBuffer());
  if (sent.length > LARGEST_OBJECT_BYTES) throw refusedRequest("EntityTooLarge");
  if (payloadHash === "STREAMING-UNSIGNED-PAYLOAD-TRAILER") return fromChunks(sent, request.headers);
  if (payloadHash.startsWith("STREAMING-")) throw refusedRequest("NotImplemented");
  const hash = createHash("sha256").update(sent).digest("hex");
  if (payloadHash !== "UNSIGNED-PAYLOAD" && payloadHash !== hash)
    throw refusedRequest("XAmzContentSHA256Mismatch");
  checkCrc32(sent, request.headers.get(CRC32));
  return sent;
}

/** The checksum S3 keeps with an object: base64 of four bytes. */
export function toCrc32(bytes: Buffer): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum.toString("base64");
}

/** Decodes aws-chunked: chunks with their size in hex before each, an empty one, and then trailing headers. */
function fromChunks(sent: Buffer, headers: Headers): Buffer {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = sent.indexOf("\r\n", at);
    const size = Number.parseInt(sent.toString("latin1", at, lineEnd), 16);
    const start = lineEnd + 2;
    if (lineEnd < 0 || !(start + size <= sent.length)) throw refusedRequest("IncompleteBody");
    at = start;
    if (size === 0) break;
    chunks.push(sent.subarray(start, start + size));
    at = start + size + 2;
  }
  const bytes = Buffer.concat(chunks);
  const announced = headers.get("x-amz-decoded-content-length");
  if (announced !== null && Number(announced) !== bytes.length) throw refusedRequest("IncompleteBody");
  checkTrailer(bytes, sent.toString("latin1", at), headers.get("x-amz-trailer"));
  return bytes;
}

function checkTrailer(bytes: Buffer, trailers: string, announced: string | null): void {
  if (announced === null) return;
  if (announced !== CRC32)
    throw refusedRequest("NotImplemented", `The trailer ${announced} is not implemented.`);
  const [, checksum] = /^x-amz-checksum-crc32:\s*(\S+)/m.exec(trailers) ?? [];
  if (checksum === undefined) throw refusedRequest("IncompleteBody");
  checkCrc32(bytes, checksum);
}

function checkCrc32(bytes: Buffer, checksum: string | null): void {
  if (checksum !== null && checksum !== toCrc32(bytes)) throw refusedRequest("BadDigest");
}
