import { open } from "node:fs/promises";
import { DomainError } from "../../errors.ts";

/** Throws INVALID, in a sentence, when the file can not be read as CSV at all. */
export async function checkFile(file: string): Promise<void> {
  const start = await firstBytes(file);
  if (start.length === 0) throw new DomainError("INVALID", `${file} is empty.`);
  const [first = 0, second = 0] = start;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) {
    throw new DomainError(
      "INVALID",
      `${file} is in UTF-16. Save it as UTF-8 (in Excel: "CSV UTF-8") and import it again.`,
    );
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  try {
    await using handle = await open(file);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
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
