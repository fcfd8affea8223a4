import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { DomainError } from "@countinghouse/api/errors";
import { IMPORT_FILES_PATH } from "@countinghouse/api/imports/add-file";
import { UPLOAD_PATH } from "@countinghouse/api/uploads/request";
import { Busboy, type BusboyInstance } from "@fastify/busboy";

/** Where files come in by POST: a body that may take its time, as long as it keeps coming. */
export const FILE_PATHS = [UPLOAD_PATH, IMPORT_FILES_PATH] as const;

export type FilePath = (typeof FILE_PATHS)[number];

/** Whether files come in at an address. */
export const isFilePath = (address: string | undefined): address is FilePath =>
  FILE_PATHS.some((path) => path === address);

/** Beyond this many parts nobody means well. */
const MOST_PARTS = 100;

const LIMITS = { files: MOST_PARTS, parts: MOST_PARTS, fields: 0, headerSize: 8_192 };

const NOT_WHOLE = "The upload did not arrive whole. Nothing was uploaded.";

interface Receiver<Received> {
  /** Files under other names are read over. */
  field: string;
  /** Called for each file as it begins, whose name may be left out; must read all of the stream. */
  receive: (name: string | undefined, stream: Readable) => Promise<Received>;
  /** Called for what was received when the rest never came. */
  discard: (received: Received) => Promise<void>;
}

/**
 * Reads the files of a multipart request, in their order, as they come. Throws INVALID when it is no such request, or
 * when it breaks off; then nothing that was received is kept.
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
        // A stream that breaks before anybody reads it would end the process.
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
