import path from "node:path";
import { createEnvelope, type Envelope } from "@countinghouse/db/backup/envelope";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { withSecretFiles } from "../../settings/secret-files.ts";
import { readStorage } from "./database-env.ts";

type Env = NodeJS.ProcessEnv;

const NEEDED = ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];

/**
 * Reads the store and the key of backups from BACKUP_KEY and BACKUP_DIR or BACKUP_BUCKET. Throws when one is missing, or when
 * the backups would be among the files that they copy.
 */
export function readBackupPlace(given: Env): { place: ObjectStorage; envelope: Envelope; where: string } {
  const env = withSecretFiles(given);
  if (!env.BACKUP_KEY)
    throw new Error("The setting BACKUP_KEY is missing. Generate one with: openssl rand -base64 32");
  const envelope = createEnvelope(env.BACKUP_KEY);
  return { envelope, ...readPlace(env) };
}

function readPlace(env: Env): { place: ObjectStorage; where: string } {
  const { BACKUP_DIR, BACKUP_BUCKET, FILES_DIR, S3_BUCKET } = env;
  if (BACKUP_BUCKET) {
    if (BACKUP_BUCKET === S3_BUCKET) throw new Error("BACKUP_BUCKET must be another bucket than S3_BUCKET.");
    const place = readStorage({ ...env, OBJECT_STORAGE: "s3", S3_BUCKET: BACKUP_BUCKET });
    if (place !== null) return { place, where: `the bucket ${BACKUP_BUCKET}` };
    const needed = NEEDED.filter((name) => !env[name]);
    throw new Error(`BACKUP_BUCKET needs ${needed.join(", ")}.`);
  }
  if (!BACKUP_DIR) throw new Error("The setting BACKUP_DIR or BACKUP_BUCKET is missing.");
  if (FILES_DIR && isWithin(FILES_DIR, BACKUP_DIR))
    throw new Error("BACKUP_DIR must not be in FILES_DIR: each backup would contain the earlier ones.");
  const place = readStorage({ OBJECT_STORAGE: "folder", FILES_DIR: BACKUP_DIR });
  if (place === null) throw new Error("BACKUP_DIR is not a folder.");
  return { place, where: path.resolve(BACKUP_DIR) };
}

function isWithin(folder: string, other: string): boolean {
  const way = path.relative(path.resolve(folder), path.resolve(other));
  return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
