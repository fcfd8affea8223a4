import { z } from "zod";
import { setting, text, url } from "./settings/kinds.ts";

const OBJECT_STORAGE = {
  what: "`folder` stores documents in `FILES_DIR`; `s3` stores them in a bucket of S3 or a compatible service, with path-style addresses.",
  example: "s3",
};

/** The settings of documents in a folder. */
export const FOLDER_SETTINGS = {
  OBJECT_STORAGE: setting(z.literal("folder", "must be folder or s3").optional(), OBJECT_STORAGE),
  FILES_DIR: setting(text, {
    what: "The folder for documents ([files.md](files.md)) and the journal of sent payments ([recovery.md](recovery.md)). Share it between all processes, on another disk than the database: a restored backup without the journal repeats payments.",
    example: "/var/lib/countinghouse/files",
  }),
};
/** The settings of documents in a bucket of S3 or a compatible service. */
export const S3_SETTINGS = {
  OBJECT_STORAGE: setting(z.literal("s3"), OBJECT_STORAGE),
  S3_ENDPOINT: setting(url, {
    what: "The address of the file store.",
    example: "https://s3.us-east-1.amazonaws.com",
  }),
  S3_REGION: setting(text.default("us-east-1"), {
    what: "The region of the file store.",
    example: "us-east-1",
  }),
  S3_BUCKET: setting(text, { what: "The bucket for documents.", example: "countinghouse-files" }),
  S3_ACCESS_KEY_ID: setting(text, { what: "The id of the access key.", example: "KEY_ID" }),
  S3_SECRET_ACCESS_KEY: setting(text, { what: "The secret access key.", example: "SECRET" }),
};

export const ObjectStorageSettings = z.discriminatedUnion("OBJECT_STORAGE", [
  z.object(FOLDER_SETTINGS),
  z.object(S3_SETTINGS),
]);
export type ObjectStorageSettings = z.output<typeof ObjectStorageSettings>;

/** The origin of links to files, which pages must be allowed to open; undefined for our own. */
export const fileOrigin = (settings: ObjectStorageSettings): string | undefined =>
  settings.OBJECT_STORAGE === "s3" ? new URL(settings.S3_ENDPOINT).origin : undefined;
