import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { DomainError } from "@countinghouse/api/errors";
import { IMPORT_FILES_PATH } from "@countinghouse/api/imports/add-file";
import { UPLOAD_PATH } from "@countinghouse/api/uploads/request";
import { Busboy, type BusboyInstance } from "@fastify/busboy";

/** The paths that receive files by POST. Their bodies may be slow, but must keep arriving. */
export const FILE_PATHS = [UPLOAD_PATH, IMPORT_FILES_PATH] as const;

export type FilePath = (typeof FILE_PATHS)[number];

/** Returns true for an address that receives files. */
export const isFilePath = (address: string | undefined): address is FilePath =>
  FILE_PATHS.some((path) => path === address);

/** More parts than any honest request has. */
const MOST_PARTS = 100;

const LIMITS = { files: MOST_PARTS, parts: MOST_PARTS, fields: 0, headerSize: 8_192 };

const NOT_WHOLE = "The upload did not arrive whole. Nothing was uploaded.";

interface Receiver<Received> {
  /** The name of the field. Files in other fields are skipped. */
  field: string;
  /** Called at the start of each file, whose name can be missing. It must read the whole stream. */
  receive: (name: string | undefined, stream: Readable) => Promise<Received>;
  /** Called for each received file when the request breaks off. */
  discard: (received: Received) => Promise<void>;
}

/**
 * Reads the files of a multipart request, in order, while they arrive. Throws INVALID for another kind of request, or for one that breaks
 * off; then all received files are discarded.
 */
export async function receiveFiles<Received>(
  request: IncomingMessage,
  { field, receive, discard }: Receiver<Received>,
): Promise<Received[]> {
  const parser = createParser(request.headers["content-type"]);
  const streams: Readable[] = [];
  const files: Promise<Received>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on("file", (name, stream, fileName) => {
        // An unhandled error of a stream that no one reads yet would end the process.
        stream.on("error", reject);
        if (name !== field) return void stream.resume();
        streams.push(stream);
        const file = receive(fileName, stream);
        file.catch(reject);
        return void files.push(file);
      });
      parser.once("finish", resolve);
      parser.once("error", reject);
      request.once("aborted", () => reject(new Error("The browser went away.")));
      request.pipe(parser);
    });
    return await Promise.all(files);
  } catch (cause) {
    request.unpipe(parser);
    for (const stream of streams) stream.destroy(new Error(NOT_WHOLE));
    for (const file of await Promise.allSettled(files))
      if (file.status === "fulfilled") await discard(file.value);
    throw new DomainError("INVALID", NOT_WHOLE, { cause: String(cause) });
  }
}

function createParser(contentType = ""): BusboyInstance {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits: LIMITS });
  } catch {
    throw new DomainError("INVALID", "Files are sent as multipart/form-data.");
  }
}
