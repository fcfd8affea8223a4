import { createFolderObjectStorage } from "@countinghouse/providers/object-storage/folder";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { createS3ObjectStorage } from "@countinghouse/providers/object-storage/s3";
import { FILES_PATH } from "./files.ts";
import type { ObjectStorageSettings } from "./object-storage-settings.ts";

interface Surroundings {
  settings: ObjectStorageSettings;
  publicUrl: string;
  /** Signs the links of a folder. */
  linkSecret: string;
  formerLinkSecrets?: readonly string[] | undefined;
  deadlineMs: number;
  now: () => Date;
}

/** Returns the storage that the settings name. */
export function createObjectStorage(surroundings: Surroundings): ObjectStorage {
  const { settings, publicUrl, linkSecret, formerLinkSecrets, deadlineMs, now } = surroundings;
  if (settings.OBJECT_STORAGE === "s3") {
    return createS3ObjectStorage({
      endpoint: settings.S3_ENDPOINT,
      region: settings.S3_REGION,
      bucket: settings.S3_BUCKET,
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
      deadlineMs,
    });
  }
  return createFolderObjectStorage({
    root: settings.FILES_DIR,
    linkUrl: new URL(FILES_PATH, publicUrl).href,
    linkSecret,
    formerLinkSecrets,
    now,
  });
}
