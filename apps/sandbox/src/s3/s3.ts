import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { readJson } from "../json-body.ts";
import type { Vendor } from "../vendor.ts";
import { refusedRequest, usualErrorXml } from "./errors.ts";
import { listingXml } from "./listing.ts";
import { toCrc32, uploadedBytes } from "./payload.ts";
import { verifiedPayloadHash } from "./signature.ts";

export const S3_BUCKET = "countinghouse";
export const S3_REGION = "us-east-1";

export interface S3Object {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly storedAt: Date;
}

export interface S3Vendor extends Vendor {
  /** What is in the bucket, by key. */
  readonly objects: ReadonlyMap<string, S3Object>;
}

interface S3Settings {
  /** The key may not list the bucket: then a missing object is denied like any other. */
  listDenied: boolean;
  /** How many bytes of an upload are kept, which nobody is told; null where all are. */
  cutAt: number | null;
  /** The store knows no second version of lists: it answers 501, or as to the first version. */
  listsV2: "answered" | "not implemented" | "as v1";
  /** The store overwrites what `If-None-Match` is to keep. */
  ignoresIfNoneMatch: boolean;
}

const USUAL: S3Settings = {
  listDenied: false,
  cutAt: null,
  listsV2: "answered",
  ignoresIfNoneMatch: false,
};

const settingsSchema = z
  .strictObject({
    listDenied: z.boolean(),
    cutAt: z.int().min(0).nullable(),
    listsV2: z.enum(["answered", "not implemented", "as v1"]),
    ignoresIfNoneMatch: z.boolean(),
  })
  .partial();

/** The part of S3 that puts, gets, lists and deletes the objects of one bucket, which is named in the path. */
export function createS3(clock: Clock): S3Vendor {
  const objects = new Map<string, S3Object>();
  const settings: S3Settings = { ...USUAL };

  const app = new Hono()
    .put("/:bucket/*", async (c) => {
      const payloadHash = await verifiedPayloadHash(c.req.raw, clock.real());
      const key = requestKey(c);
      const isKept = c.req.header("if-none-match") === "*" && !settings.ignoresIfNoneMatch;
      if (isKept && objects.has(key)) throw refusedRequest("PreconditionFailed");
      const sent = await uploadedBytes(c.req.raw, payloadHash);
      const bytes = settings.cutAt === null ? sent : sent.subarray(0, settings.cutAt);
      const contentType = c.req.header("content-type") ?? "application/octet-stream";
      objects.set(key, { bytes, contentType, storedAt: clock.now() });
      return c.body(null, 200, { etag: makeEtag(bytes), "x-amz-checksum-crc32": toCrc32(bytes) });
    })
    .get("/:bucket/*", async (c) => {
      await verifiedPayloadHash(c.req.raw, clock.real());
      const listing = parseListing(c);
      if (listing !== null && settings.listDenied) throw refusedRequest("AccessDenied");
      if (listing !== null && settings.listsV2 === "not implemented") throw refusedRequest("NotImplemented");
      if (listing !== null) {
        const xml = listingXml(objects, listing);
        const told = settings.listsV2 === "as v1" ? xml.replace(/<KeyCount>\d+<\/KeyCount>/, "") : xml;
        return c.body(told, 200, { "content-type": "application/xml" });
      }
      const object = objects.get(requestKey(c));
      if (!object) throw refusedRequest(settings.listDenied ? "AccessDenied" : "NoSuchKey");
      return new Response(new Uint8Array(object.bytes), { headers: objectHeaders(c, object) });
    })
    .delete("/:bucket/*", async (c) => {
      await verifiedPayloadHash(c.req.raw, clock.real());
      objects.delete(requestKey(c));
      return c.body(null, 204);
    })
    .all("*", () => {
      throw refusedRequest("MethodNotAllowed");
    });

  return {
    name: "s3",
    hasOwnPort: true,
    app,
    objects,
    control: new Hono().post("/settings", async (c) =>
      c.json(Object.assign(settings, await readJson(c, settingsSchema))),
    ),
    errorBody: usualErrorXml,
    snapshot: () =>
      Object.fromEntries(
        [...objects].map(([key, { bytes, storedAt }]) => [key, { sizeBytes: bytes.length, storedAt }]),
      ),
    reset: () => {
      objects.clear();
      Object.assign(settings, USUAL);
    },
  };
}

/** What is asked for where it is not an object but what the bucket holds. */
function parseListing(c: Context): Parameters<typeof listingXml>[1] | null {
  const { "list-type": version, prefix = "", "continuation-token": after = "" } = c.req.query();
  if (version !== "2" || requestBucket(c) !== S3_BUCKET) return null;
  return { bucket: S3_BUCKET, prefix, after };
}

const requestBucket = (c: Context): string | undefined => new URL(c.req.url).pathname.split("/")[1];

/** The key as it was before it became part of a path. */
function requestKey(c: Context): string {
  const [, bucket, ...segments] = new URL(c.req.url).pathname.split("/");
  if (bucket !== S3_BUCKET) throw refusedRequest("NoSuchBucket");
  const key = decodeURIComponent(segments.join("/"));
  if (key === "") throw refusedRequest("MethodNotAllowed");
  return key;
}

function objectHeaders(c: Context, { bytes, contentType, storedAt }: S3Object): Record<string, string> {
  const asked = c.req.query();
  return {
    "content-length": String(bytes.length),
    "content-type": asked["response-content-type"] ?? contentType,
    "last-modified": storedAt.toUTCString(),
    etag: makeEtag(bytes),
    ...(asked["response-content-disposition"] && {
      "content-disposition": asked["response-content-disposition"],
    }),
    ...(isChecksumAsked(c) && { "x-amz-checksum-crc32": toCrc32(bytes) }),
  };
}

function isChecksumAsked(c: Context): boolean {
  const mode = c.req.header("x-amz-checksum-mode") ?? c.req.query("x-amz-checksum-mode");
  return mode === "ENABLED";
}

function makeEtag(bytes: Buffer): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}
