import { z } from "zod";

const text = z.string().min(1);

/** Where documents lie: in a folder, or in a bucket of S3 or of what speaks its protocol. */
export const ObjectStorageSettings = z.discriminatedUnion("OBJECT_STORAGE", [
  z.object({ OBJECT_STORAGE: z.literal("folder").optional(), FILES_DIR: text }),
  z.object({
    OBJECT_STORAGE: z.literal("s3"),
    S3_ENDPOINT: z.url(),
    S3_REGION: text.default("us-east-1"),
    S3_BUCKET: text,
    S3_ACCESS_KEY_ID: text,
    S3_SECRET_ACCESS_KEY: text,
  }),
]);
export type ObjectStorageSettings = z.output<typeof ObjectStorageSettings>;

/** The origin that links to files lead to when it is not our own: pages must be let to reach it. */
export const fileOrigin = (settings: ObjectStorageSettings): string | undefined =>
  settings.OBJECT_STORAGE === "s3" ? new URL(settings.S3_ENDPOINT).origin : undefined;
