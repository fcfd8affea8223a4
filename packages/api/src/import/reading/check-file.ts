import { open } from "node:fs/promises";
import { DomainError } from "../../errors.ts";
import { KIND_BYTES, whyNotTable } from "./foreign-file.ts";

/** The first bytes of a file. Throws INVALID, in a sentence, when it can not be read at all, is empty, or is no table. */
export async function checkFile(file: string): Promise<Buffer> {
  const start = await firstBytes(file);
  if (start.length === 0) throw new DomainError("INVALID", `${file} is empty.`);
  const whyNot = whyNotTable(start);
  if (whyNot !== null) throw new DomainError("INVALID", `${file}: ${whyNot}`);
  return start;
}

async function firstBytes(file: string): Promise<Buffer> {
  try {
    await using handle = await open(file);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(KIND_BYTES), 0, KIND_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new DomainError("INVALID", `${file} can not be read: ${REASONS[code] ?? (code || String(error))}.`);
  }
}

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission is missing",
};
