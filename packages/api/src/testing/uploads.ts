import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { createSftpFileTransfer } from "@countinghouse/providers/file-transfer/sftp";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { keptInMemory } from "../incoming-files/kept-bytes.ts";
import { isTextual } from "../uploads/rules.ts";
import type { ReceivedFile } from "../uploads/upload.ts";
import type { TestApi } from "./harness.ts";

/** Puts the sandbox's file-transfer area behind the port. */
export async function connectFileTransfer(api: TestApi): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, now: api.clock.now });
  api.services.ports.fileTransfer = createSftpFileTransfer({ ...sandbox.sftp, deadlineMs: 60_000 });
  return sandbox;
}

/** A file that has arrived: a small table, unless told otherwise. */
export function receivedFile({
  content = "name,amount\nAna,12.50\n",
  ...changes
}: Partial<ReceivedFile> & { content?: string } = {}): ReceivedFile {
  const bytes = Buffer.from(content);
  return {
    requestId: randomUUID(),
    fileName: "report.csv",
    sizeBytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    sniffed: null,
    isText: isTextual(bytes),
    open: () => Readable.from([bytes]),
    kept: keptInMemory(bytes),
    ...changes,
  };
}
