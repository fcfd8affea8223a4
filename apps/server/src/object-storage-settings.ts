import { z } from "zod";
import { setting, text, url } from "./settings/kinds.ts";

const OBJECT_STORAGE = {
  what: "`s3` puts documents into a bucket of S3, or of what speaks its protocol, by path; `folder` into a folder.",
  example: "s3",
};

/** Where documents lie: in a folder, or in a bucket of S3 or of what speaks its protocol. */
export const FOLDER_SETTINGS = {
  OBJECT_STORAGE: setting(z.literal("folder", "must be folder or s3").optional(), OBJECT_STORAGE),
  FILES_DIR: setting(text, {
    what: "The folder where documents lie ([files.md](files.md)), and the journal of sent payments, without which a restored backup would charge everybody again ([recovery.md](recovery.md)): shared by all processes, not on the disk of the database.",
    example: "/var/lib/countinghouse/files",
  }),
};
export const S3_SETTINGS = {
  OBJECT_STORAGE: setting(z.literal("s3"), OBJECT_STORAGE),
  S3_ENDPOINT: setting(url, { what: "The store's address.", example: "https://s3.us-east-1.amazonaws.com" }),
  S3_REGION: setting(text.default("us-east-1"), { what: "Its region.", example: "us-east-1" }),
  S3_BUCKET: setting(text, { what: "The bucket.", example: "countinghouse-files" }),
  S3_ACCESS_KEY_ID: setting(text, { what: "The key's id.", example: "KEY_ID" }),
  S3_SECRET_ACCESS_KEY: setting(text, { what: "The key.", example: "SECRET" }),
};

export const ObjectStorageSettings = z.discriminatedUnion("OBJECT_STORAGE", [
  z.object(FOLDER_SETTINGS),
  z.object(S3_SETTINGS),
]);
export type ObjectStorageSettings = z.output<typeof ObjectStorageSettings>;

/** The origin that links to files lead to when it is not our own: pages must be let to reach it. */
export const fileOrigin = (settings: ObjectStorageSettings): string | undefined =>
  settings.OBJECT_STORAGE === "s3" ? new URL(settings.S3_ENDPOINT).origin : undefined;
