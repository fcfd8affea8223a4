import type { FileHandle } from "node:fs/promises";

/** A file that has come whole, wherever it lies: it can be read at any place, as often as needed. */
export interface KeptBytes {
  sizeBytes: number;
  /** The bytes from `at`: as many as asked for, or those there are. */
  read(at: number, length: number): Promise<Buffer>;
}

const PIECE_BYTES = 64 * 1024;

/** A part of a file, or all of it, piece by piece. */
export async function* readPieces(
  kept: KeptBytes,
  from = 0,
  length = kept.sizeBytes - from,
): AsyncGenerator<Buffer> {
  for (let at = from; at < from + length; ) {
    const piece = await kept.read(at, Math.min(PIECE_BYTES, from + length - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}

/** What an open file holds. */
export const keptInFile = (file: FileHandle, sizeBytes: number): KeptBytes => ({
  sizeBytes,
  read: async (at, length) => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, sizeBytes - at)));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  },
});

/** What is held in memory. */
export const keptInMemory = (bytes: Buffer): KeptBytes => ({
  sizeBytes: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
});
