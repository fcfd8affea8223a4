import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { kindOfStatus } from "../http.ts";
import { ProviderError } from "../provider-error.ts";
import { checkedKey } from "./object-key.ts";
import { checkedLink, contentDisposition } from "./object-link.ts";
import { INCOMPLETE, LACKS_CALL, LIST_DENIED, type ObjectContent, type ObjectStorage } from "./port.ts";

const PROVIDER = "s3";

export interface S3Config {
  /** Of an S3 other than Amazon's, e.g. the sandbox's; buckets are then named in the path. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long one call may take, in ms: an upload with its content, a download until its content begins. */
  deadlineMs: number;
}

/** Object storage in a bucket of S3, or of whatever speaks its protocol. Links are the bucket's own presigned ones. */
export function createS3ObjectStorage(config: S3Config): ObjectStorage {
  const { region, bucket: Bucket, accessKeyId, secretAccessKey } = config;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(config.endpoint !== undefined && {
      endpoint: config.endpoint,
      forcePathStyle: true,
      // Older servers of others would keep the framing that a checksum behind a stream needs.
      requestChecksumCalculation: "WHEN_REQUIRED" as const,
    }),
    maxAttempts: 1,
    logger: SILENT,
  });
  const within = withDeadline(config.deadlineMs);
  const keyed = (key: string) => ({ Bucket, Key: checkedKey(PROVIDER, key) });
  const listed = async () => {
    const command = new ListObjectsV2Command({ Bucket, MaxKeys: 1 });
    const answer = await within((abortSignal) => client.send(command, { abortSignal })).catch(
      lackingOr(LISTS),
    );
    // An answer to the first version has no count.
    if (answer.KeyCount === undefined) throw lacking(LISTS);
  };
  const putOnce = async (key: string, content: Uint8Array): Promise<boolean> => {
    const command = new PutObjectCommand({ ...keyed(key), Body: content, IfNoneMatch: "*" });
    for (let tries = 1; ; tries++) {
      try {
        await within((abortSignal) => client.send(command, { abortSignal }));
        return true;
      } catch (error) {
        const status = error instanceof ProviderError ? error.status : undefined;
        if (status === ALREADY_THERE) return false;
        // Another write or removal is under way: which of the two stands in the end is not said.
        if (status !== CONFLICT || tries === MOST_TRIES) throw error;
      }
    }
  };
  /** Throws LACKS_CALL where the store overwrites an existing object. */
  const proveOnce = async () => {
    const content = new TextEncoder().encode("written once");
    const isNew = await putOnce(PROBE_KEY, content).catch(lackingOr(WRITES_ONCE));
    if (isNew && (await putOnce(PROBE_KEY, content))) throw lacking(WRITES_ONCE);
  };
  let proven: Promise<void> | undefined;
  const provenOnce = (): Promise<void> => {
    proven ??= proveOnce().catch((error: unknown) => {
      proven = undefined;
      throw error;
    });
    return proven;
  };

  /**
   * Null where there is no such object. An answer to HEAD does not name what is missing, and to a key without s3:ListBucket
   * S3 does not tell a missing object from one that may not be read: the bucket is asked then.
   */
  const nullWhenMissing = async <Answer>(asked: Promise<Answer>): Promise<Answer | null> => {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.vendorCode === "NoSuchKey") return null;
      if (error.status === NOT_FOUND && error.vendorCode === "NotFound") {
        await listed();
        return null;
      }
      if (error.status !== FORBIDDEN) throw error;
      await listed().catch((probe: unknown) => {
        throw probe instanceof ProviderError && probe.vendorCode === "AccessDenied"
          ? listDenied(probe)
          : probe;
      });
      throw error;
    }
  };

  return {
    put: async (key, content) => {
      const target = keyed(key);
      await within(async (abortSignal, giveUp) => {
        const body = requestBody(content, giveUp);
        const command = new PutObjectCommand({ ...target, Body: body, ContentLength: contentSize(content) });
        await client.send(command, { abortSignal });
      });
      const kept = await within((abortSignal) => client.send(new HeadObjectCommand(target), { abortSignal }));
      if (kept.ContentLength !== contentSize(content))
        throw incomplete(kept.ContentLength, contentSize(content));
    },
    putNew: async (key, content) => {
      await provenOnce();
      return putOnce(key, content);
    },
    whyUnfit: async () => {
      for (const prove of [listed, provenOnce])
        try {
          await prove();
        } catch (error) {
          if (!(error instanceof ProviderError) || error.vendorCode !== LACKS_CALL) throw error;
          return error.message;
        }
      return null;
    },
    get: async (key) => {
      const command = new GetObjectCommand(keyed(key));
      const answer = await nullWhenMissing(within((abortSignal) => client.send(command, { abortSignal })));
      if (!answer) return null;
      const { Body, ContentLength, LastModified } = answer;
      if (!Body) throw unreadable();
      return { ...described(ContentLength, LastModified), stream: Body.transformToWebStream() };
    },
    head: async (key) => {
      const command = new HeadObjectCommand(keyed(key));
      const answer = await nullWhenMissing(within((abortSignal) => client.send(command, { abortSignal })));
      return answer && described(answer.ContentLength, answer.LastModified);
    },
    delete: async (key) => {
      const command = new DeleteObjectCommand(keyed(key));
      await within((abortSignal) => client.send(command, { abortSignal }));
    },
    list: async function* (folder) {
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix: folder, ContinuationToken });
        const answer = await within((abortSignal) => client.send(command, { abortSignal }));
        for (const { Key } of answer.Contents ?? []) if (Key !== undefined) yield Key;
        ContinuationToken = answer.NextContinuationToken;
        if (answer.IsTruncated === true && ContinuationToken === undefined) throw unreadable();
      } while (ContinuationToken !== undefined);
    },
    signedUrl: async (key, link) => {
      const { expiresInSeconds: expiresIn, contentType: ResponseContentType } = checkedLink(PROVIDER, link);
      const presentation = { ResponseContentType, ResponseContentDisposition: contentDisposition(link) };
      return getSignedUrl(client, new GetObjectCommand({ ...keyed(key), ...presentation }), { expiresIn });
    },
  };
}

/** What fails is told by the error that is thrown. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function requestBody(content: ObjectContent, giveUp: (reason: unknown) => void): Uint8Array | Readable {
  if (content instanceof Uint8Array) return content;
  return Readable.from(whole(content, giveUp), { objectMode: false });
}

/**
 * The bytes of a stream, the last of them only once it is known that no more come: a server keeps what it was told to expect.
 * The SDK leaves an error of a body to end the process, so that one never comes to it: the call is given up.
 */
async function* whole(
  { stream, sizeBytes }: Exclude<ObjectContent, Uint8Array>,
  giveUp: (reason: unknown) => void,
) {
  let held: Uint8Array = new Uint8Array();
  let read = 0;
  try {
    for await (const chunk of stream) {
      read += chunk.byteLength;
      if (read > sizeBytes) throw new Error(`the stream has more than its ${sizeBytes} bytes`);
      if (held.byteLength > 0) yield held;
      held = chunk;
    }
    if (read < sizeBytes) throw new Error(`the stream has ${read} of its ${sizeBytes} bytes`);
    if (held.byteLength > 0) yield held;
  } catch (error) {
    giveUp(error);
  }
}

function contentSize(content: ObjectContent): number {
  return content instanceof Uint8Array ? content.byteLength : content.sizeBytes;
}

function described(sizeBytes: number | undefined, storedAt: Date | undefined) {
  if (sizeBytes === undefined || storedAt === undefined) throw unreadable();
  return { sizeBytes, storedAt };
}

/** The deadline ends with the answer: a body that is still being read afterwards takes as long as it takes. */
function withDeadline(deadlineMs: number) {
  return async <Answer>(
    send: (signal: AbortSignal, giveUp: (reason: unknown) => void) => Promise<Answer>,
  ): Promise<Answer> => {
    const call = new AbortController();
    const giveUp = (reason: unknown) => call.abort(reason);
    const timer = setTimeout(giveUp, deadlineMs, new Error(`no answer within ${deadlineMs} ms`));
    try {
      return await send(call.signal, giveUp);
    } catch (error) {
      throw s3Error(call.signal.aborted ? call.signal.reason : error);
    } finally {
      clearTimeout(timer);
    }
  };
}

const NOT_FOUND = 404;
const FORBIDDEN = 403;
const CONFLICT = 409;
/** What `If-None-Match` is answered with where the object is there. */
const ALREADY_THERE = 412;
/** Of a write that conflicts with another one. */
const MOST_TRIES = 5;

const NOT_KNOWN = [405, 501];
const PROBE_KEY = "countinghouse-probe/written-once";
const LISTS = "ListObjectsV2";
const WRITES_ONCE = "If-None-Match";

const lacking = (what: string, cause?: unknown): ProviderError =>
  new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    message: `${PROVIDER}: the store does not know ${what}, so that files and heads of chains are not safe there: use another store`,
    vendorCode: LACKS_CALL,
    cause,
  });

/** For `catch`: a store that does not know a call says so by its status. */
const lackingOr =
  (what: string) =>
  (error: unknown): never => {
    const status = error instanceof ProviderError ? error.status : undefined;
    throw status !== undefined && NOT_KNOWN.includes(status) ? lacking(what, error) : error;
  };

const listDenied = (cause: ProviderError): ProviderError =>
  new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    message: `${PROVIDER}: it does not say whether the object is there: its key needs s3:ListBucket as well`,
    status: FORBIDDEN,
    vendorCode: LIST_DENIED,
    cause,
  });

const incomplete = (kept: number | undefined, sent: number): ProviderError =>
  new ProviderError({
    kind: "refused",
    provider: PROVIDER,
    message: `${PROVIDER}: it kept ${kept ?? "an unknown number"} of ${sent} bytes`,
    vendorCode: INCOMPLETE,
  });

/** Repeating does no harm, so that nothing is `unknown`. */
function s3Error(error: unknown): ProviderError {
  const answered = error instanceof S3ServiceException ? error : undefined;
  const status = answered?.$metadata.httpStatusCode;
  const kind = status === undefined ? "unavailable" : kindOfStatus(status);
  const what = error instanceof Error ? error.message : "the call failed";
  return new ProviderError({
    kind: kind === "unknown" ? "unavailable" : kind,
    provider: PROVIDER,
    message: `${PROVIDER}: ${answered ? `${status} ${answered.name}: ` : ""}${what}`,
    status,
    vendorCode: answered?.name,
    cause: error,
  });
}

function unreadable(): ProviderError {
  return new ProviderError({
    kind: "unavailable",
    provider: PROVIDER,
    message: `${PROVIDER}: the answer could not be read`,
  });
}
